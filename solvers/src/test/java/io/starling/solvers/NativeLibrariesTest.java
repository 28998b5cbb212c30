package io.starling.solvers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.CostModels;
import io.starling.topology.locality.ExactSearch;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.RankOrder;
import io.starling.topology.locality.RankOrderSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process in which the solvers cannot unpack their libraries still has the order of the search.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NativeLibrariesTest {

  /** Searches, and lets a solver improve the order. */
  static final class Program {

    private Program() {}

    public static void main(String... arguments) throws InterruptedException {
      LinkCosts links = LinkCosts.of(Hosts.random(6, 1));
      CommunicationPattern pattern = CostModels.ring(6, 1e6);
      RankOrder found =
          new RankOrderSearch(1, Duration.ZERO, Duration.ofSeconds(5), 1).search(pattern, links);
      for (ExactSearch solver : ExactSearch.all()) {
        if (solver.name().equals(arguments[0])) {
          ExactSearch.Improved answer =
              solver.improve(found, pattern, links, Duration.ofSeconds(5));
          System.out.println(answer.order().hosts().size() + " hosts; " + answer.remark());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cp-sat", "z3"})
  void one_line_says_so_and_the_order_stands(String solver)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=/proc/none",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                solver)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(output.lines().filter(line -> !line.startsWith("WARNING")).toList())
        .singleElement()
        .asString()
        .startsWith("6 hosts; " + solver + ": its libraries do not load on Linux")
        .contains("from /proc/none", "-Djava.io.tmpdir=FOLDER names another");
    assertThat(process.waitFor()).isZero();
  }
}
