package io.starling.topology.locality.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Sixteen hosts at equal distances, in two racks: a slow link joins the even and the odd ones. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class BandwidthProbeTest {

  private static final int HOSTS = 16;
  private static final double FAST = 1000;
  private static final double SLOW = 12;

  private final List<Pair> streams = new ArrayList<>();

  private static ProbedMatrix equallyFar() throws InterruptedException {
    PairMeter pings = pairs -> pairs.stream().map(_ -> new PairSample(40, 0, 1, 0, false)).toList();
    return FullProbe.run(HOSTS, pings, _ -> {});
  }

  private List<PairSample> stream(List<Pair> pairs) {
    assertThat(pairs).as("streams that share a link").hasSize(1);
    streams.addAll(pairs);
    return pairs.stream().map(pair -> new PairSample(0, rate(pair), 1, 0, false)).toList();
  }

  private static double rate(Pair pair) {
    return pair.from() % 2 == pair.to() % 2 ? FAST : SLOW;
  }

  private static void assertAllAreRight(ProbedMatrix matrix) {
    double[][] rates = matrix.bandwidths();
    for (int i = 0; i < HOSTS; i++) {
      for (int j = 0; j < HOSTS; j++) {
        if (i != j) {
          assertThat(rates[i][j]).isCloseTo(rate(new Pair(i, j)), within(1e-6));
        }
      }
    }
  }

  @Test
  void all_pairs_of_a_few_hosts_are_measured_one_at_a_time() throws InterruptedException {
    ProbedMatrix matrix = equallyFar();
    BandwidthProbe.run(matrix, this::stream);
    assertThat(streams).hasSize(HOSTS * (HOSTS - 1) / 2);
    assertAllAreRight(matrix);
  }

  @Test
  void an_adaptive_probe_finds_racks_by_bandwidth_alone_with_a_third_of_the_pairs()
      throws InterruptedException {
    ProbedMatrix matrix = equallyFar();
    BandwidthProbe.adapt(matrix, this::stream, 1);
    assertThat(streams).hasSizeLessThan(HOSTS * (HOSTS - 1) / 2 / 3).doesNotHaveDuplicates();
    assertThat(matrix.describe().getLast())
        .contains("bandwidths: " + streams.size() + " of 120 pairs measured")
        .contains("0.0 % off on average");
    assertAllAreRight(matrix);
  }
}
