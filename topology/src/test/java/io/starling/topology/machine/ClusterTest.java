package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ClusterTest {

  @Test
  void several_nodes_of_a_kind_come_before_what_each_is_made_of() {
    Cluster cluster = Cluster.synthetic("node:3 package:2 core:4 pu:1");

    assertThat(cluster.nodes())
        .hasSize(3)
        .allSatisfy(
            node -> {
              assertThat(node.packages()).hasSize(2);
              assertThat(node.cores()).hasSize(8);
            });
  }

  @Test
  void a_description_without_nodes_is_one() {
    assertThat(Cluster.synthetic("core:4 pu:2").nodes())
        .singleElement()
        .extracting(node -> node.pus().size())
        .isEqualTo(8);
  }

  @Test
  void a_file_is_known_by_its_ending() {
    assertThat(Cluster.named(Machines.GPUS.input()).nodes())
        .singleElement()
        .extracting(node -> node.gpus().size())
        .isEqualTo(4);
    assertThat(Cluster.named("node:2 pu:1").nodes()).hasSize(2);
  }

  @Test
  void this_machine_is_a_cluster_of_one() {
    assertThat(Cluster.here().nodes()).containsExactly(Machine.here());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node:0 pu:1 | a cluster has 1 to 131072 nodes",
        "node:999999999 pu:1 | a cluster has 1 to 131072 nodes",
        "node:99999999999 pu:1 | more than 4096 objects",
        "node:-1 pu:2 | 'node:-1' is not allowed there",
        "node: pu:2 | 'node:' is not allowed there",
        "pu:2 node:2 | 'node:2' is not allowed there",
        "node:3 | the contents of a node are missing",
        "node:3 node:2 | 'node' occurs twice; NUMA nodes are 'numa'",
        "NODE:2 kore:1 pu:1 | 'kore:1' is not allowed there",
        "node:3 package:2 core:4 | the last level is not 'pu'",
        "node:3 package:2 kore:4 pu:1 | 'kore:4' is not allowed there",
        "nowhere.xml | cannot read the topology file 'nowhere.xml'"
      })
  void an_impossible_cluster_is_refused_by_naming_the_culprit(String text, String culprit) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Cluster.named(text))
        .withMessageContaining(culprit);
  }

  @Test
  void a_cluster_without_nodes_is_none() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Cluster(List.of()));
  }
}
