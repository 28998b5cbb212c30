package io.starling.bench.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.locality.LatencyMatrix;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HeatMapTest {

  /** Racks alternate. */
  private static LatencyMatrix racks(int hosts, int racks) {
    double[][] times = new double[hosts][hosts];
    for (int i = 0; i < hosts; i++) {
      for (int j = 0; j < hosts; j++) {
        times[i][j] = i == j ? 0 : i % racks == j % racks ? 20 : 100;
      }
    }
    List<String> names = IntStream.range(0, hosts).mapToObj(host -> "node" + host).toList();
    return LatencyMatrix.of(names, times);
  }

  @Test
  void hosts_of_a_cluster_are_side_by_side() {
    assertThat(HeatMap.sorted(racks(6, 2))).containsExactly(0, 2, 4, 1, 3, 5);
  }

  @Test
  void each_pair_has_a_cell_with_its_time() {
    String svg = HeatMap.of(racks(4, 2));
    assertThat(svg).contains("node0 to node1: 100.0 us", "node0 to node2: 20.0 us");
    assertThat(svg.split("#440154", -1)).hasSizeGreaterThan(8);
    assertThat(svg).doesNotContain("NaN");
  }

  @Test
  void many_hosts_make_no_larger_picture() {
    assertThat(HeatMap.of(racks(300, 4)).length()).isLessThan(10_000_000);
  }

  @Test
  void hosts_that_are_all_as_far_have_one_colour() {
    assertThat(HeatMap.of(racks(3, 1))).contains("20.0 us").doesNotContain("NaN");
  }
}
