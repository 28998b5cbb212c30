package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.Level;
import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.LatencyMatrix;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class NodeGroupsTest {

  /** Eight nodes: racks of two, zones of four, by their round-trip times. */
  private static NodeGroups measured() {
    double[][] times = new double[8][8];
    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < 8; j++) {
        times[i][j] = i == j ? 0 : i / 2 == j / 2 ? 20 : i / 4 == j / 4 ? 60 : 200;
      }
    }
    List<String> names = IntStream.range(0, 8).mapToObj(node -> "node" + node).toList();
    return NodeGroups.of(Clusters.of(LatencyMatrix.of(names, times)));
  }

  private static NodeTable table() {
    return NodeTable.of(
        IntStream.range(0, 8).mapToObj(node -> RankSet.regular(2 * node, 1, 2)).toList(),
        measured());
  }

  private static Layout layout(int node) {
    RankSet ranks = RankSet.regular(2 * node, 1, 2);
    return new Layout(
        table(),
        new NodeReport(
            "", "", List.of(), ranks, NodeReport.unknownCpus(2), new int[2][0], List.of()));
  }

  @Test
  void clusters_of_latencies_become_racks_and_zones() {
    assertThat(measured().racks()).containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
    assertThat(measured().zones()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
  }

  @Test
  void a_hierarchy_has_zones_racks_and_nodes() {
    assertThat(layout(2).hierarchy(5).divisions())
        .extracting(GroupDivision::toString)
        .containsExactly("cluster of 2", "zone of 2", "rack of 2", "node of 2");
  }

  @Test
  void a_group_of_a_level_is_a_rack_or_a_zone() {
    assertThat(layout(2).group(Level.RACK, 5)).hasToString("4-7");
    assertThat(layout(2).group(Level.ZONE, 5)).hasToString("0-7");
    assertThat(layout(2).group(Level.NODE, 5)).hasToString("4-5");
    assertThat(Layout.flat(4).group(Level.RACK, 1)).hasToString("0-3");
  }

  @Test
  void damaged_groups_are_refused() {
    byte[] good = table().encode();
    assertThat(NodeTable.decode(good)).isEqualTo(table());
    int groups = good.length - 2 * 9 * Integer.BYTES;
    byte[] huge = good.clone();
    ByteBuffer.wrap(huge).putInt(groups, 1 << 30);
    byte[] few = good.clone();
    ByteBuffer.wrap(few).putInt(groups, 7);
    for (byte[] bad : List.of(huge, few, Arrays.copyOf(good, good.length - 1))) {
      assertThatIllegalArgumentException().isThrownBy(() -> NodeTable.decode(bad));
    }
  }

  @Test
  void a_rack_is_in_one_zone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new NodeGroups(new int[] {0, 1}, new int[] {5, 5}))
        .withMessage("rack 5 is in two zones");
  }
}
