package io.starling.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.starling.testbed.BedProcess.Outcome;
import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.MatrixFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two racks that latency tells apart, as probes see them. */
@OnBed
@Tag("slow")
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ProbesOverHostsTest {

  private static final int HOSTS = Bed.WIDE_HOSTS;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Both ways through the slow cable, in microseconds: no probe returns earlier. */
  private static final double CABLE = 100;

  private final Path file = Path.of("target", "probed.json").toAbsolutePath();

  @BeforeEach
  void needs_a_cable_with_a_latency() {
    assumeThat(Bed.hasLatency()).as("/dev/net/tun").isTrue();
  }

  private static Outcome probeInto(String file, String... options) throws InterruptedException {
    List<String> arguments =
        new ArrayList<>(List.of("probe", "--host", "node[1-" + HOSTS + "]", "-o", file));
    arguments.addAll(List.of(options));
    try (BedProcess launcher = Bed.wideWithRacks().starling(arguments.toArray(String[]::new))) {
      return launcher.await(PATIENCE);
    }
  }

  private Outcome probe(String... options) throws InterruptedException {
    Outcome outcome = probeInto(file.toString(), options);
    assertThat(outcome.status()).as("%s", outcome).isZero();
    return outcome;
  }

  private void assertRacksAreFound(Outcome outcome) throws IOException {
    LatencyMatrix matrix = MatrixFile.read("--output", file);
    int[] racks = IntStream.range(0, HOSTS).map(host -> host / (HOSTS / 2)).toArray();
    assertThat(Clusters.of(matrix).getLast().clusterOf()).as("%s", outcome).isEqualTo(racks);
    double slowestNear = 0;
    double fastestFar = Double.MAX_VALUE;
    for (int one = 0; one < HOSTS; one++) {
      for (int other = 0; other < one; other++) {
        double roundTrip = matrix.roundTrip(one, other);
        if (racks[one] == racks[other]) {
          slowestNear = Math.max(slowestNear, roundTrip);
        } else {
          fastestFar = Math.min(fastestFar, roundTrip);
        }
      }
    }
    assertThat(fastestFar).as("%s", outcome).isGreaterThanOrEqualTo(CABLE);
    assertThat(slowestNear).as("%s", outcome).isLessThan(fastestFar);
  }

  @Test
  void all_pairs_show_the_racks() throws IOException, InterruptedException {
    Outcome outcome = probe("--probes", "1000", "--no-bandwidth");
    assertThat(outcome.output())
        .contains("66 of 66 pairs measured (100.0 %)")
        .doesNotContain("bandwidths: ");
    assertThat(Files.readString(file)).doesNotContain("bytes_per_us");
    assertRacksAreFound(outcome);
  }

  @Test
  void an_adaptive_probe_shows_the_same_racks() throws IOException, InterruptedException {
    Outcome outcome = probe("--adaptive");
    assertThat(outcome.output()).doesNotContain("66 of 66 pairs").contains("bandwidths: ");
    assertRacksAreFound(outcome);
  }

  @Test
  void times_that_find_no_room_on_the_disk_are_not_lost() throws InterruptedException {
    Outcome outcome = probeInto("/dev/full", "--probes", "100", "--no-bandwidth");
    assertThat(outcome.status()).as("%s", outcome).isEqualTo(1);
    assertThat(outcome.output()).contains("\"rtt_us\": [[0, ");
    assertThat(outcome.errors())
        .contains("cannot write '/dev/full': No space left on device; what it would have is above");
  }
}
