package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.placement.MapBy;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LayoutExchangeTest {

  private static final int RANKS_OF_A_NODE = 8;

  /** A bootstrap store that counts what is read. */
  static final class Store {
    final Map<String, byte[]> values = new HashMap<>();
    int reads;
    int bytes;

    byte[] get(String key) {
      byte[] value = values.get(key);
      reads++;
      bytes += value.length;
      return value;
    }
  }

  private static Store published(LayoutBuilder survey) {
    Store store = new Store();
    LayoutExchange.publish(survey, "host%04d"::formatted, store.values::put);
    return store;
  }

  private static LayoutBuilder bySlot(int nodes) {
    return Jobs.job(
        "node:%d package:2 core:4 pu:1".formatted(nodes), nodes * RANKS_OF_A_NODE, MapBy.SLOT);
  }

  @Test
  void a_rank_reads_the_table_and_the_report_of_its_node() {
    LayoutBuilder survey = Jobs.job("node:3 package:2 core:2 pu:1", 12, MapBy.NODE);
    Store store = published(survey);
    for (int rank = 0; rank < 12; rank++) {
      Layout layout = LayoutExchange.read(rank, store::get);
      int node = survey.table().nodeOf(rank);
      assertThat(layout.table()).isEqualTo(survey.table());
      assertThat(layout.own())
          .isEqualTo(survey.report(node, HostIdentity.ofThisProcess(), "host%04d".formatted(node)));
    }
  }

  @Test
  void a_node_bears_its_own_name_where_rank_0_is_on_another_than_the_first() {
    Cluster cluster = Cluster.synthetic("node:2 core:1 pu:1");
    CpuSet cpu = CpuSet.range(0, 0);
    List<RankLocation> locations =
        List.of(new RankLocation(0, 1, cpu, cpu), new RankLocation(1, 0, cpu, cpu));
    Store store = published(new LayoutBuilder(new Placement(cluster, locations, true, false)));
    assertThat(LayoutExchange.read(0, store::get).own().host()).isEqualTo("host0001");
    assertThat(LayoutExchange.read(1, store::get).own().host()).isEqualTo("host0000");
  }

  @Test
  void each_node_is_published_once() {
    List<String> keys = new ArrayList<>();
    LayoutExchange.publish(bySlot(5), "host%04d"::formatted, (key, _) -> keys.add(key));
    assertThat(keys).hasSize(1 + 5).doesNotHaveDuplicates();
  }

  @Test
  void what_a_rank_reads_does_not_grow_with_the_number_of_nodes() {
    Set<Integer> bytes = new HashSet<>();
    for (int nodes : new int[] {1, 10, 1000}) {
      Store store = published(bySlot(nodes));
      for (int rank : new int[] {0, nodes * RANKS_OF_A_NODE / 2, nodes * RANKS_OF_A_NODE - 1}) {
        store.reads = 0;
        store.bytes = 0;
        LayoutExchange.read(rank, store::get);
        assertThat(store.reads).isEqualTo(2);
        bytes.add(store.bytes);
      }
    }
    assertThat(bytes).hasSize(1).allMatch(count -> count < 512);
  }
}
