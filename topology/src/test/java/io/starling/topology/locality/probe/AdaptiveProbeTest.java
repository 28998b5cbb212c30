package io.starling.topology.locality.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.CostModels;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.RankOrder;
import io.starling.topology.locality.RankOrderSearch;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class AdaptiveProbeTest {

  private static final long SEED = 7;

  /** Hosts at random places of racks of 16 and zones of 16 racks, with some scatter. */
  private static double[][] racks(int hosts, double scatter) {
    Random random = new Random(SEED);
    int[] racks = random.ints(hosts, 0, Math.max(2, hosts / 16)).toArray();
    double[][] times = new double[hosts][hosts];
    for (int i = 0; i < hosts; i++) {
      for (int j = 0; j < i; j++) {
        double base = racks[i] == racks[j] ? 51 : racks[i] / 16 == racks[j] / 16 ? 71 : 151;
        times[i][j] = base * (1 + scatter * random.nextDouble());
        times[j][i] = times[i][j];
      }
    }
    return times;
  }

  private static PairMeter meter(double[][] times) {
    return pairs -> {
      Set<Integer> busy = new HashSet<>();
      pairs.forEach(pair -> assertThat(busy.add(pair.from()) && busy.add(pair.to())).isTrue());
      return pairs.stream()
          .map(pair -> new PairSample(times[pair.from()][pair.to()], 0, 10, 0, false))
          .toList();
    };
  }

  private static List<String> names(int hosts) {
    return IntStream.range(0, hosts).mapToObj(host -> "node" + host).toList();
  }

  private static double ringOf(LatencyMatrix searched, LatencyMatrix real)
      throws InterruptedException {
    var pattern = CostModels.ring(real.size(), 1e5);
    RankOrder order =
        new RankOrderSearch(1, Duration.ofSeconds(2), Duration.ofSeconds(4), 2)
            .search(pattern, LinkCosts.of(searched));
    int[] hosts = order.hosts().stream().mapToInt(real.hosts()::indexOf).toArray();
    return pattern.cost(LinkCosts.of(real), hosts);
  }

  @Test
  @Tag("slow")
  void a_twentieth_of_the_pairs_of_512_hosts_leads_to_as_good_a_ring() throws InterruptedException {
    int hosts = 512;
    double[][] times = racks(hosts, 0.02);
    LatencyMatrix real = LatencyMatrix.of(names(hosts), times);

    ProbedMatrix probed = AdaptiveProbe.run(hosts, meter(times), _ -> {}, SEED);

    assertThat(probed.measured()).isLessThanOrEqualTo(hosts * (hosts - 1) / 2 / 20);
    assertThat(probed.describe().getFirst()).contains("off on average");
    LatencyMatrix found = probed.matrix(names(hosts));
    assertThat(Clusters.of(found).getFirst().clusterOf())
        .isEqualTo(Clusters.of(real).getFirst().clusterOf());
    assertThat(ringOf(found, real)).isLessThan(1.03 * ringOf(real, real));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 16, 40})
  void it_knows_all_pairs_of_few_hosts_too(int hosts) throws InterruptedException {
    double[][] times = racks(hosts, 0.02);

    ProbedMatrix probed = AdaptiveProbe.run(hosts, meter(times), _ -> {}, SEED);

    LatencyMatrix real = LatencyMatrix.of(names(hosts), times);
    LatencyMatrix found = probed.matrix(names(hosts));
    for (int i = 0; i < hosts; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(found.roundTrip(i, j) / real.roundTrip(i, j)).isBetween(0.95, 1.05);
      }
    }
  }

  @Test
  void hosts_without_clusters_get_the_mean() throws InterruptedException {
    int hosts = 64;
    double[][] times = new double[hosts][hosts];
    for (double[] row : times) {
      Arrays.fill(row, 50);
    }
    ProbedMatrix probed = AdaptiveProbe.run(hosts, meter(times), _ -> {}, SEED);
    assertThat(probed.matrix(names(hosts)).roundTrip(3, 9)).isEqualTo(50);
    assertThat(probed.measured()).isLessThan(200);
  }

  @Test
  void a_full_probe_measures_each_pair_both_ways() throws InterruptedException {
    double[][] times = racks(9, 0.5);
    times[2][5] *= 1.5;
    ProbedMatrix probed = FullProbe.run(9, meter(times), _ -> {});
    assertThat(probed.roundTrips()).isDeepEqualTo(times);
    assertThat(probed.measured()).isEqualTo(36);
    assertThat(probed.describe().getFirst())
        .isEqualTo("36 of 36 pairs measured (100.0 %), 720 probes sent, 0 lost (0.00 %)");
  }
}
