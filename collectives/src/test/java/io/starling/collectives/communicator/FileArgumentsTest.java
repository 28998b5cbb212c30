package io.starling.collectives.communicator;

import static io.starling.collectives.FileView.Representation.NATIVE;
import static io.starling.collectives.communicator.FileErrorsTest.NEW;
import static io.starling.collectives.communicator.FileErrorsTest.assertFails;
import static io.starling.collectives.communicator.FileErrorsTest.existing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.collectives.SeekOrigin;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong arguments of calls on files: an error on all ranks of a common call. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileArgumentsTest {

  @TempDir Path folder;

  @Test
  void ranks_that_pass_different_arguments_all_get_an_error() {
    Path one = existing(folder.resolve("one"), 1);
    Path two = existing(folder.resolve("two"), 1);
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
    Path path = existing(folder.resolve("modes"), 100);
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
    Path path = existing(folder.resolve("views"), 100);
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
    Path path = existing(folder.resolve("parts"), 100);
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
}
