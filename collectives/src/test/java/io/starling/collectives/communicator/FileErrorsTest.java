package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong with files: each is an error with a remedy, on all ranks of a common call. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileErrorsTest {

  static final Set<OpenMode> NEW = EnumSet.of(OpenMode.CREATE, OpenMode.READ_WRITE);
  static final Hints EXCHANGE =
      Hints.EMPTY.with("collective_buffering", "true").with("cb_buffer_size", "65536");

  @TempDir Path folder;

  static void assertFails(ThrowingCallable call, Class<?> kind, String... words) {
    assertThatThrownBy(call).isInstanceOf(kind).message().contains(words);
  }

  static Path existing(Path path, int bytes) {
    try {
      return Files.write(path, new byte[bytes]);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void what_cannot_be_opened_is_an_error_on_all_ranks() {
    Path there = existing(folder.resolve("there"), 10);
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
    Path path = existing(folder.resolve("deleted"), 1);
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

  @Test
  void a_path_below_a_file_is_an_error_on_all_ranks() {
    Path below = existing(folder.resolve("regular"), 1).resolve("inner");
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
  @CsvSource({"false, 3", "true, 3", "true, " + (MortalRanks.ROUTED + 3)})
  void a_rank_that_dies_ends_the_calls_of_the_others(boolean exchanged, long seed) {
    int size = 4;
    MortalRanks ranks = new MortalRanks(size, seed);
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
}
