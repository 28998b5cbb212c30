package io.starling.topology.locality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClustersTest {

  private final int[] rackOf = IntStream.range(0, 60).map(host -> host * 7 % 6).toArray();

  @Test
  void racks_and_zones_are_found() {
    List<Clusters> levels = Clusters.of(Matrices.racks(rackOf, 2, 0.3, 4));
    assertThat(levels).hasSize(2);
    assertThat(levels.get(0).count()).isEqualTo(6);
    assertThat(levels.get(1).count()).isEqualTo(3);
    for (int i = 0; i < rackOf.length; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(together(levels.get(0), i, j)).isEqualTo(rackOf[i] == rackOf[j]);
        assertThat(together(levels.get(1), i, j)).isEqualTo(rackOf[i] / 2 == rackOf[j] / 2);
      }
    }
    assertThat(levels.get(0).hostsOf(0)).hasSize(10).startsWith(0, 6, 12);
    assertThat(levels.get(0).explain())
        .startsWith("60 hosts in 6 clusters: parts of a cluster are at most 2")
        .contains("us from each other, clusters at least 6");
  }

  private static boolean together(Clusters clusters, int one, int other) {
    return clusters.clusterOf()[one] == clusters.clusterOf()[other];
  }

  @Test
  void what_differs_no_more_than_the_directions_of_a_pair_is_no_cluster() {
    double[][] times = {
      {0, 10, 28, 400, 410, 405},
      {12, 0, 30, 405, 402, 420},
      {14, 15, 0, 400, 404, 409},
      {420, 400, 405, 0, 24, 11},
      {404, 411, 407, 13, 0, 25},
      {410, 404, 409, 22, 13, 0}
    };
    List<String> hosts = List.of("a", "b", "c", "d", "e", "f");
    LatencyMatrix noisy = LatencyMatrix.of(hosts, times);
    assertThat(noisy.noise()).isGreaterThan(Clusters.LEAST_RATIO);
    assertThat(Clusters.all(noisy)).hasSize(1);
    assertThat(Clusters.of(noisy).getFirst().clusterOf()).containsExactly(0, 0, 0, 1, 1, 1);

    double[][] calm = new double[hosts.size()][hosts.size()];
    for (int i = 0; i < calm.length; i++) {
      for (int j = 0; j < calm.length; j++) {
        calm[i][j] = Math.max(times[i][j], times[j][i]);
      }
    }
    assertThat(Clusters.all(LatencyMatrix.of(hosts, calm))).hasSize(2);
  }

  @Test
  void hosts_that_are_all_as_near_have_none() {
    int[] one = new int[30];
    assertThat(Clusters.of(Matrices.racks(one, 1, 0.3, 4))).isEmpty();
    assertThat(Clusters.of(Matrices.random(1, 1))).isEmpty();
    assertThat(Clusters.of(Matrices.random(2, 1))).isEmpty();
  }
}
