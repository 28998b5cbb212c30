package io.starling.collectives.communicator;

import static io.starling.collectives.FileView.Representation.NATIVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.collectives.Communicator;
import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.SeekOrigin;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong with files: each is an error with a remedy, on all ranks of a common call. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileErrorsTest {

  private static final Set<OpenMode> NEW = EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE);
  private static final Hints EXCHANGE =
      Hints.EMPTY.with("collective_buffering", "true").with("cb_buffer_size", "65536");

  @TempDir Path folder;

  private static void assertFails(ThrowingCallable call, Class<?> kind, String... words) {
    assertThatThrownBy(call).isInstanceOf(kind).message().contains(words);
  }

  private Path existing(String name, int bytes) {
    Path path = folder.resolve(name);
    try {
      return Files.write(path, new byte[bytes]);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void what_cannot_be_opened_is_an_error_on_all_ranks() {
    Path there = existing("there", 10);
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          assertFails(
              () -> world.openFile(folder.resolve("missing"), OpenMode.READ_ONLY),
              StarlingException.class,
              "rank 0",
              "no such file",
              "CREATE");
          assertFails(
              () ->
                  world.openFile(folder.resolve("no/where"), OpenMode.CREATE, OpenMode.READ_WRITE),
              StarlingException.class,
              "there is no folder");
          assertFails(
              () -> world.openFile(there, OpenMode.CREATE, OpenMode.EXCLUSIVE, OpenMode.READ_WRITE),
              StarlingException.class,
              "the file exists");
          assertFails(
              () -> world.openFile(folder, OpenMode.READ_WRITE),
              StarlingException.class,
              "name a file");
          try (ParallelFile file = world.openFile(there, OpenMode.READ_ONLY)) {
            assertThat(file.size()).isEqualTo(10);
          }
        });
    assertThat(folder.toFile().list()).containsExactly("there");
  }

  @Test
  void ranks_that_pass_different_arguments_all_get_an_error() {
    Path one = existing("one", 1);
    Path two = existing("two", 1);
    RankTeam.run(
        TestFabric.SHARED,
        3,
        world -> {
          assertFails(
              () -> world.openFile(world.rank() == 2 ? two : one, OpenMode.READ_ONLY),
              StarlingException.class,
              "rank 2 has failed",
              "one",
              "two");
          assertFails(
              () ->
                  world.openFile(one, world.rank() == 1 ? OpenMode.READ_WRITE : OpenMode.READ_ONLY),
              StarlingException.class,
              "READ_WRITE",
              "READ_ONLY");
          assertFails(
              () ->
                  world.openFile(
                      world.rank() == 1 ? null : one, EnumSet.of(OpenMode.READ_ONLY), Hints.EMPTY),
              world.rank() == 1 ? IllegalArgumentException.class : StarlingException.class,
              "null");
          try (ParallelFile file = world.openFile(one, OpenMode.READ_WRITE)) {
            assertFails(() -> file.setSize(world.rank()), StarlingException.class, "setSize(0)");
            assertFails(
                () -> file.seekShared(world.rank(), SeekOrigin.BEGIN),
                StarlingException.class,
                "seekShared(");
            assertFails(
                () -> file.setHints(Hints.EMPTY.with("cb_nodes", "" + (1 + world.rank()))),
                StarlingException.class,
                "setHints");
            file.setSize(7);
            assertThat(file.size()).isEqualTo(7);
          }
        });
  }

  @Test
  void modes_are_checked() {
    Path path = existing("modes", 100);
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          for (Set<OpenMode> modes :
              Set.of(
                  EnumSet.noneOf(OpenMode.class),
                  EnumSet.of(OpenMode.CREATE),
                  EnumSet.of(OpenMode.READ_ONLY, OpenMode.WRITE_ONLY),
                  EnumSet.of(OpenMode.READ_ONLY, OpenMode.CREATE),
                  EnumSet.of(OpenMode.READ_WRITE, OpenMode.SEQUENTIAL))) {
            assertFails(
                () -> world.openFile(path, modes, Hints.EMPTY),
                IllegalArgumentException.class,
                "rank " + world.rank());
          }
          Buffer one = Buffer.of(new byte[1]);
          try (ParallelFile file = world.openFile(path, OpenMode.READ_ONLY)) {
            assertFails(() -> file.writeAt(0, one), IllegalStateException.class, "READ_ONLY");
            assertFails(() -> file.writeAll(one), IllegalStateException.class, "READ_ONLY");
            assertFails(() -> file.setSize(3), IllegalStateException.class, "READ_ONLY");
          }
          try (ParallelFile file = world.openFile(path, OpenMode.WRITE_ONLY)) {
            assertFails(() -> file.iReadAt(0, one), IllegalStateException.class, "WRITE_ONLY");
          }
          try (ParallelFile file = world.openFile(path, OpenMode.READ_ONLY, OpenMode.SEQUENTIAL)) {
            assertFails(() -> file.readAt(0, one), IllegalStateException.class, "SEQUENTIAL");
            assertFails(
                () -> file.seek(0, SeekOrigin.BEGIN), IllegalStateException.class, "SEQUENTIAL");
            assertThat(file.readShared(one).bytes()).isEqualTo(1);
          }
          ParallelFile file = world.openFile(path, OpenMode.READ_ONLY);
          file.close();
          file.close();
          assertFails(() -> file.readAt(0, one), IllegalStateException.class, "closed");
          assertFails(file::sync, IllegalStateException.class, "closed");
        });
  }

  @Test
  void views_and_offsets_are_checked() {
    Path path = existing("views", 100);
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (ParallelFile file = world.openFile(path, OpenMode.READ_WRITE)) {
            Datatype descending =
                Datatype.hindexed(new long[] {1, 1}, new long[] {8, 0}, Datatype.INT32);
            Datatype overlapping = Datatype.resized(0, 4, Datatype.contiguous(2, Datatype.INT32));
            assertRefused(file, FileView.of(0, Datatype.INT64, Datatype.INT32), "whole elements");
            assertRefused(file, FileView.of(0, Datatype.INT32, descending), "ascend");
            assertRefused(file, FileView.of(0, Datatype.INT32, overlapping), "overlap");
            assertRefused(file, FileView.of(-2, Datatype.INT8, Datatype.INT8), "negative");
            assertRefused(
                file,
                new FileView(0, Datatype.INT8, Datatype.INT8, FileView.Representation.EXTERNAL32),
                "swap");
            file.setView(FileView.of(0, Datatype.INT32, Datatype.INT32));
            Buffer three = Buffer.of(new byte[3]);
            Buffer four = Buffer.of(new byte[4]);
            assertFails(
                () -> file.readAt(0, three), IllegalArgumentException.class, "whole elements");
            assertFails(() -> file.readAt(-1, four), IllegalArgumentException.class, "negative");
            assertFails(
                () -> file.writeAt(Long.MAX_VALUE / 2, four),
                IllegalArgumentException.class,
                "beyond");
            assertFails(
                () -> file.seek(-1, SeekOrigin.BEGIN), IllegalArgumentException.class, "-1");
            assertFails(
                () -> file.writeAtAll(world.rank() == 1 ? -1 : 0, four),
                world.rank() == 1 ? IllegalArgumentException.class : StarlingException.class,
                "negative");
            assertFails(
                () -> file.writeOrdered(world.rank() == 0 ? null : four),
                world.rank() == 0 ? IllegalArgumentException.class : StarlingException.class,
                "null");
            file.setView(FileView.of(0, Datatype.INT8, Datatype.contiguous(0, Datatype.INT8)));
            assertThat(file.readAtAll(0, Buffer.EMPTY).bytes()).isZero();
            assertFails(() -> file.readAt(0, four), IllegalArgumentException.class, "empty");
          }
        });
  }

  @Test
  void a_view_without_a_part_is_refused_on_the_rank_that_has_it() {
    Path path = existing("parts", 100);
    RankTeam.run(
        TestFabric.LOCAL,
        3,
        world -> {
          try (ParallelFile file = world.openFile(path, OpenMode.READ_WRITE)) {
            assertRefusedOnOne(
                world, file, new FileView(0, null, Datatype.INT8, NATIVE), "element type");
            assertRefusedOnOne(
                world, file, new FileView(0, Datatype.INT8, null, NATIVE), "file type");
            assertRefusedOnOne(
                world, file, new FileView(0, Datatype.INT8, Datatype.INT8, null), "representation");
            assertRefusedOnOne(world, file, null, "null instead of view");
            assertThat(file.view()).isEqualTo(FileView.BYTES);
          }
        });
  }

  private static void assertRefusedOnOne(
      Communicator world, ParallelFile file, FileView view, String words) {
    assertFails(
        () -> file.setView(world.rank() == 1 ? view : FileView.BYTES),
        world.rank() == 1 ? IllegalArgumentException.class : StarlingException.class,
        "rank 1",
        "setView",
        words);
  }

  @Test
  void a_path_of_another_file_system_is_refused_on_all_ranks() throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(folder.resolve("other.zip"), Map.of("create", "true"))) {
      RankTeam.run(
          TestFabric.LOCAL,
          2,
          world -> {
            assertFails(
                () -> world.openFile(zip.getPath("/file"), OpenMode.CREATE, OpenMode.READ_WRITE),
                IllegalArgumentException.class,
                "default file system",
                "'jar'");
            Path path = world.rank() == 0 ? zip.getPath("/file") : folder.resolve("file");
            assertFails(
                () -> world.openFile(path, OpenMode.CREATE, OpenMode.READ_WRITE),
                world.rank() == 0 ? IllegalArgumentException.class : StarlingException.class,
                "default file system");
          });
    }
  }

  @Test
  void a_file_that_is_gone_is_closed_and_one_that_cannot_be_deleted_too() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          for (boolean isReplaced : new boolean[] {false, true}) {
            Path path = folder.resolve("gone" + isReplaced);
            ParallelFile file =
                world.openFile(
                    path, OpenMode.CREATE, OpenMode.READ_WRITE, OpenMode.DELETE_ON_CLOSE);
            if (world.rank() == 0) {
              ParallelFile.delete(path);
              replace(path, isReplaced);
            }
            world.barrier();
            if (isReplaced) {
              assertFails(file::close, StarlingException.class, "rank 0", path.toString());
            } else {
              file.close();
            }
            assertFails(file::size, IllegalStateException.class, "closed");
            file.close();
          }
        });
  }

  /** By a folder with a folder in it, perhaps. */
  private static void replace(Path path, boolean isReplaced) {
    try {
      if (isReplaced) {
        Files.createDirectories(path.resolve("inner"));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void preallocate_keeps_what_a_file_has_that_only_is_written() throws IOException {
    byte[] before = {1, 2, 3};
    Path path = Files.write(folder.resolve("reserved"), before);
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (ParallelFile file = world.openFile(path, OpenMode.WRITE_ONLY)) {
            file.preallocate(5);
          }
        });
    assertThat(path).hasBinaryContent(new byte[] {1, 2, 3, 0, 0});
  }

  @Test
  void a_refused_access_moves_no_pointer() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (ParallelFile file = world.openFile(folder.resolve("still"), NEW, Hints.EMPTY)) {
            Buffer three = Buffer.of(new byte[3]);
            file.seek(Long.MAX_VALUE, SeekOrigin.BEGIN);
            file.seekShared(Long.MAX_VALUE, SeekOrigin.BEGIN);
            assertFails(() -> file.write(three), IllegalArgumentException.class, "beyond");
            assertFails(() -> file.iRead(three), IllegalArgumentException.class, "beyond");
            assertFails(() -> file.writeAll(three), IllegalArgumentException.class, "beyond");
            assertFails(() -> file.writeShared(three), IllegalArgumentException.class, "beyond");
            assertFails(() -> file.iReadShared(three), IllegalArgumentException.class, "beyond");
            assertFails(() -> file.writeOrdered(three), RuntimeException.class, "beyond");
            assertThat(file.position()).isEqualTo(Long.MAX_VALUE);
            assertThat(file.sharedPosition()).isEqualTo(Long.MAX_VALUE);
            file.setView(FileView.of(0, Datatype.INT8, Datatype.contiguous(0, Datatype.INT8)));
            assertFails(() -> file.write(three), IllegalArgumentException.class, "empty");
            assertFails(() -> file.writeShared(three), IllegalArgumentException.class, "empty");
            assertFails(() -> file.writeOrdered(three), RuntimeException.class, "empty");
            assertThat(file.position()).isZero();
            assertThat(file.sharedPosition()).isZero();
          }
        });
  }

  @Test
  void null_is_refused_by_a_message_that_names_the_argument_and_the_call() {
    Hints hints = Hints.EMPTY;
    assertNull(() -> new Hints(null), "Hints got null instead of entries");
    assertNull(() -> hints.with((Hints) null), "with got null instead of others");
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          try (ParallelFile file = world.openFile(folder.resolve("null"), NEW, hints)) {
            assertNull(() -> file.seek(1, null), "rank 0: seek got null instead of origin");
            assertNull(
                () -> file.seekShared(1, null), "rank 0: seekShared got null instead of origin");
            assertNull(() -> file.typeExtent(null), "rank 0: typeExtent got null instead of type");
            assertNull(() -> file.setHints(null), "rank 0: setHints got null instead of hints");
            assertNull(
                () -> file.setView(FileView.BYTES, null),
                "rank 0: setView got null instead of hints");
            assertNull(() -> file.setView(null), "rank 0: setView got null instead of view");
            assertNull(() -> file.readAt(0, null), "rank 0: readAt got null instead of into");
            assertNull(
                () -> file.iWriteAll(null).await(), "rank 0: iWriteAll got null instead of data");
          }
        });
    assertNull(() -> ParallelFile.delete(null), "delete got null instead of path");
  }

  private static void assertNull(ThrowingCallable call, String words) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(words);
  }

  private static void assertRefused(ParallelFile file, FileView view, String word) {
    assertFails(() -> file.setView(view), IllegalArgumentException.class, "setView", word);
  }

  @Test
  void a_file_with_open_requests_stays_open() {
    Path path = folder.resolve("open");
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          ParallelFile file = world.openFile(path, NEW, EXCHANGE);
          Request request = file.iWriteAll(Buffer.of(new byte[100_000]));
          assertFails(file::close, IllegalStateException.class, "wait for every request");
          request.await();
          file.close();
        });
  }

  @Test
  void delete_removes_a_file_and_delete_on_close_too() {
    Path path = existing("deleted", 1);
    ParallelFile.delete(path);
    assertThat(path).doesNotExist();
    assertFails(() -> ParallelFile.delete(path), StarlingException.class, "no file");
    assertFails(() -> ParallelFile.delete(folder), StarlingException.class, "folder");
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          ParallelFile file =
              world.openFile(path, OpenMode.CREATE, OpenMode.READ_WRITE, OpenMode.DELETE_ON_CLOSE);
          assertThat(path).exists();
          file.close();
          assertThat(path).doesNotExist();
        });
    assertThat(folder.toFile().list()).isEmpty();
  }

  /** A disk of 2 MiB, as root. */
  private Path smallDisk() {
    Path mount = folder.resolve("disk");
    try {
      Files.createDirectory(mount);
      boolean mounted = mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", mount.toString());
      assumeTrue(mounted, "only root can mount a small disk");
      return mount;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean mount(String... arguments) {
    List<String> command = new ArrayList<>(List.of("mount"));
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void unmount(Path mount) {
    try {
      int _ = new ProcessBuilder("umount", mount.toString()).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A file of the system that even root may only read. */
  @Test
  void a_file_without_permission_is_an_error_on_all_ranks() {
    Path path = Path.of("/sys/kernel/uevent_seqnum");
    assumeTrue(Files.isReadable(path), "no file that can't be written");
    RankTeam.run(
        TestFabric.SHARED,
        3,
        world ->
            assertThatThrownBy(() -> world.openFile(path, OpenMode.READ_WRITE))
                .isInstanceOf(StarlingException.class)
                .message()
                .contains("rank 0", path.toString(), "READ_ONLY")
                .containsAnyOf("access is denied", "ead-only file system"));
  }

  /** Its folder can't have the shared pointer, which then lies elsewhere on this host. */
  @Test
  void a_disk_that_may_only_be_read_has_a_shared_pointer() throws IOException {
    Path mount = smallDisk();
    try {
      Path path = Files.write(mount.resolve("fixed"), new byte[] {1, 2, 3, 4});
      assumeTrue(mount("-o", "remount,ro", mount.toString()), "the disk can't be remounted");
      RankTeam.run(
          TestFabric.SHARED,
          2,
          world -> {
            assertFails(
                () -> world.openFile(path, OpenMode.READ_WRITE),
                StarlingException.class,
                "ead-only file system",
                "READ_ONLY");
            assertFails(
                () -> world.openFile(mount.resolve("new"), OpenMode.CREATE, OpenMode.WRITE_ONLY),
                StarlingException.class,
                "ead-only file system");
            try (ParallelFile file = world.openFile(path, OpenMode.READ_ONLY)) {
              byte[] own = new byte[2];
              file.readOrdered(Buffer.of(own));
              assertThat(own).startsWith(1 + 2 * world.rank(), 2 + 2 * world.rank());
            }
          });
    } finally {
      unmount(mount);
    }
  }

  @Test
  void a_path_below_a_file_is_an_error_on_all_ranks() {
    Path below = existing("regular", 1).resolve("inner");
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world ->
            assertFails(
                () -> world.openFile(below, OpenMode.CREATE, OpenMode.READ_WRITE),
                StarlingException.class,
                "there is no folder",
                "regular"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_disk_that_fills_is_an_error_on_all_ranks(boolean exchanged) {
    Path mount = smallDisk();
    Hints hints = exchanged ? EXCHANGE : Hints.EMPTY;
    try {
      RankTeam.run(
          TestFabric.SHARED,
          3,
          world -> {
            try (ParallelFile file = world.openFile(mount.resolve("full"), NEW, hints)) {
              byte[] much = new byte[world.rank() == 1 || exchanged ? 3 << 20 : 10];
              Datatype turn = Datatype.resized(0, 300, Datatype.contiguous(100, Datatype.INT8));
              file.setView(FileView.of(100L * world.rank(), Datatype.INT8, turn));
              assertFails(
                  () -> file.writeAtAll(0, Buffer.of(much)),
                  StarlingException.class,
                  "No space left",
                  "bytes are free");
              Request request = file.iWriteAtAll(0, Buffer.of(much));
              assertFails(request::await, StarlingException.class, "No space left");
              if (world.rank() == 1) {
                assertFails(
                    () -> file.writeAt(0, Buffer.of(much)),
                    StarlingException.class,
                    "rank 1",
                    "No space left");
              }
              assertFails(
                  () -> file.preallocate(10 << 20), StarlingException.class, "No space left");
              file.setSize(0);
              assertThat(file.writeAtAll(0, Buffer.of(new byte[10])).bytes()).isEqualTo(10);
            }
          });
    } finally {
      unmount(mount);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_rank_that_dies_ends_the_calls_of_the_others(boolean exchanged) {
    int size = 4;
    MortalRanks ranks = new MortalRanks(size, 3);
    ParallelFile[] files = new ParallelFile[size];
    Hints hints = exchanged ? EXCHANGE : Hints.EMPTY;
    ranks.run(
        world -> {
          files[world.rank()] = world.openFile(folder.resolve("mortal"), NEW, hints);
          Datatype turn = Datatype.resized(0, 400, Datatype.contiguous(100, Datatype.INT8));
          files[world.rank()].setView(FileView.of(100L * world.rank(), Datatype.INT8, turn));
        });
    ranks.kill(2);
    ranks.run(
        world -> {
          ParallelFile file = files[world.rank()];
          byte[] data = new byte[300_000];
          assertFails(() -> file.writeAll(Buffer.of(data)), RankFailedException.class, "rank 2");
          assertFails(
              () -> file.iReadAll(Buffer.of(data)).await(), RankFailedException.class, "rank 2");
          assertFails(file::sync, RankFailedException.class, "rank 2");
          assertThat(file.writeAt(0, Buffer.of(data)).bytes()).isEqualTo(data.length);
          assertFails(file::close, RankFailedException.class, "rank 2");
          assertFails(file::size, IllegalStateException.class, "closed");
        });
  }

  @Test
  void an_interrupted_thread_gets_an_error_and_the_file_goes_on() {
    Path path = folder.resolve("interrupted");
    RankTeam.run(
        TestFabric.LOCAL,
        1,
        world -> {
          try (ParallelFile file = world.openFile(path, NEW, Hints.EMPTY)) {
            byte[] data = new byte[8 << 20];
            Thread self = Thread.currentThread();
            for (int i = 0; i < 20; i++) {
              int delay = 200_000 * i;
              Thread other =
                  Thread.ofPlatform()
                      .start(
                          () -> {
                            java.util.concurrent.locks.LockSupport.parkNanos(delay);
                            self.interrupt();
                          });
              try {
                file.writeAt(0, Buffer.of(data));
              } catch (StarlingException e) {
                assertThat(e).hasMessageContaining("interrupted");
              }
              while (other.isAlive()) {
                Thread.onSpinWait();
              }
              boolean _ = Thread.interrupted();
            }
            assertThat(file.writeAt(0, Buffer.of(data)).bytes()).isEqualTo(data.length);
          }
        });
  }
}
