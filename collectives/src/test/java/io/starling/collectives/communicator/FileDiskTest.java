package io.starling.collectives.communicator;

import static io.starling.collectives.communicator.FileErrorsTest.EXCHANGE;
import static io.starling.collectives.communicator.FileErrorsTest.NEW;
import static io.starling.collectives.communicator.FileErrorsTest.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.collectives.FileView;
import io.starling.collectives.Hints;
import io.starling.collectives.OpenMode;
import io.starling.collectives.ParallelFile;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small disks that only root can mount: a full one, and one that may only be read. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileDiskTest {

  @TempDir Path folder;

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
}
