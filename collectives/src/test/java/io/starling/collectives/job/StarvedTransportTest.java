package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.collectives.tree.Placed;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import io.starling.runtime.bootstrap.store.StoreServer;
import io.starling.topology.layout.LayoutExchange;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank on a host that lacks what its transport needs: mounts of its own take it away. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StarvedTransportTest {

  private static final String TINY = "mount -t tmpfs -o size=1m tmpfs /dev/shm";
  private static final String READ_ONLY = "mount -t tmpfs -o ro tmpfs /dev/shm";

  @TempDir private Path folder;

  /** Joins, uses as much shared memory as a small job, and leaves. */
  static final class Program {

    private Program() {}

    public static void main(String[] arguments) {
      try (Communicator world = Starling.world();
          Arena arena = Arena.ofConfined()) {
        world.allocate(8L << 20, arena).fill((byte) 1);
        System.out.println("joined");
      } catch (RuntimeException e) {
        System.out.println("refused: " + e.getMessage());
      }
    }
  }

  @BeforeEach
  void mounts_are_allowed() throws InterruptedException {
    assumeTrue(RankProcess.canUnshare("--mount"), "mount namespaces need root");
  }

  private String run(String transport, String mount) throws IOException, InterruptedException {
    try (StoreServer store = StoreServer.open(1)) {
      Placed placed = Placed.on("package:1 core:8 pu:2", 1, Placed.Mapping.BY_SLOT);
      LayoutExchange.publish(placed.survey(), node -> "here", store::put);
      Path file = folder.resolve("job");
      store.jobFile().write(file);
      Process rank =
          RankProcess.start(
              List.of("unshare", "--mount", "sh", "-c", mount + " && exec \"$@\"", "starved"),
              new RankEnvironment(0, 1, 0, 1, true, file),
              transport,
              Program.class);
      String output = new String(rank.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      rank.waitFor();
      return output;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {TINY + "|is too small: 1024 KiB", READ_ONLY + "|can't be written"})
  void ucx_without_shared_memory_says_so_and_what_helps(String mount, String cause)
      throws IOException, InterruptedException {
    assertThat(run("ucx", mount))
        .containsPattern("refused: rank 0 can't set UCX up: .*; /dev/shm " + cause)
        .contains("mount -o remount", "--shm-size", "UCX_TLS=^posix", "--transport shared")
        .doesNotContain("install UCX");
  }

  /** Its memory is no file of a mounted file system, so no lack of space there ends the JVM. */
  @ParameterizedTest
  @ValueSource(strings = {TINY, READ_ONLY})
  void shared_memory_of_starling_needs_none_of_it(String mount)
      throws IOException, InterruptedException {
    assertThat(run("shared", mount)).contains("joined");
  }

  @Test
  void a_missing_libucp_is_told_in_the_first_line() throws IOException, InterruptedException {
    Path library = Path.of("/usr/lib/x86_64-linux-gnu/libucp.so.0");
    assumeTrue(Files.exists(library), "libucp is elsewhere");
    assertThat(run("ucx", "mount --bind /dev/null " + library.toRealPath()))
        .contains("refused: rank 0 can't set UCX up: libucp.so.0 cannot be loaded")
        .contains("apt-get install libucx0");
  }
}
