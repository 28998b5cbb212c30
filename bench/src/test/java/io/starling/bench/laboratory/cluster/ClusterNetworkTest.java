package io.starling.bench.laboratory.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.bench.laboratory.cluster.SimulatedCluster.Job;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.Protocol.Mover;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClusterNetworkTest {

  private static final int BYTES = 1 << 20;

  /** How long a mebibyte keeps a link of 10 GB/s, in microseconds. */
  private static final double FULL = 104.86;

  private static final Job JOB = SmallCluster.machine().place(16);

  private static List<String> path(int from, int to) {
    SimulatedNetwork network = JOB.network();
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    int length = network.path(from, to, path);
    return IntStream.range(0, length).mapToObj(hop -> network.link(path[hop]).name()).toList();
  }

  @Test
  void inside_a_package_data_passes_what_its_transfers_share() {
    assertThat(path(0, 1)).containsExactly("core 0 out", "package 0 within", "core 1 in");
    assertThat(path(15, 14)).containsExactly("core 15 out", "package 7 within", "core 14 in");
  }

  @Test
  void between_packages_of_a_node_data_leaves_one_and_enters_the_other() {
    assertThat(path(5, 6))
        .containsExactly("core 5 out", "package 2 out", "package 3 in", "core 6 in");
  }

  @Test
  void between_nodes_of_a_rack_data_passes_both_adapters() {
    assertThat(path(6, 1))
        .containsExactly(
            "core 6 out", "package 3 out", "node 1 out", "node 0 in", "package 0 in", "core 1 in");
  }

  @Test
  void between_racks_data_passes_both_uplinks() {
    assertThat(path(0, 15))
        .containsExactly(
            "core 0 out",
            "package 0 out",
            "node 0 out",
            "rack 0 out",
            "rack 1 in",
            "node 3 in",
            "package 7 in",
            "core 15 in");
  }

  @Test
  void each_thing_has_links_of_its_own() {
    SimulatedNetwork network = JOB.network();
    List<String> names =
        IntStream.range(0, network.links())
            .mapToObj(network::link)
            .map(LinkFigures::name)
            .distinct()
            .toList();
    assertThat(names).hasSize(network.links()).hasSize(2 * 16 + 3 * 8 + 2 * 4 + 2 * 2);
  }

  @Test
  void a_link_does_what_the_file_says() {
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    JOB.network().path(0, 4, path);
    assertThat(JOB.network().link(path[2]))
        .isEqualTo(new LinkFigures("node 0 out", 500_000, 100_000, 100));
  }

  @Test
  void a_small_job_has_no_links_elsewhere() {
    SimulatedNetwork two = SmallCluster.machine().place(2).network();
    assertThat(two.links()).isEqualTo(2 * 2 + 3 + 2 + 2);
  }

  @Test
  void levels_without_links_are_passed_over() {
    String rack = SmallCluster.TEXT.substring(SmallCluster.TEXT.indexOf("  \"tiers\""));
    rack = rack.substring(0, rack.indexOf("  \"protocols\""));
    SimulatedNetwork network = SmallCluster.changed(rack, "").place(16).network();
    assertThat(network.path(0, 15, new int[SimulatedNetwork.LONGEST_PATH])).isEqualTo(6);
  }

  @Test
  void what_a_thing_lets_pass_within_it_is_for_its_own_parts_alone() {
    SimulatedNetwork network =
        SmallCluster.changed(
                "\"nodes\": 2,",
                "\"nodes\": 2, \"within\": {\"latency\": \"1us\", \"bandwidth\": \"1GB/s\","
                    + " \"gap\": \"0s\"},")
            .place(16)
            .network();
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    assertThat(network.path(0, 4, path)).isEqualTo(7);
    assertThat(network.link(path[3]).name()).isEqualTo("rack 0 within");
    assertThat(network.path(0, 8, path)).isEqualTo(8);
    assertThat(network.path(0, 2, path)).isEqualTo(4);
  }

  @Test
  void the_longest_path_fits() {
    String link = "{\"latency\": \"1us\", \"bandwidth\": \"1GB/s\", \"gap\": \"0s\"}";
    String links = "\"out\": %s, \"in\": %s, \"source\": \"a test\"".formatted(link, link);
    String text =
        SmallCluster.TEXT
            .replace("package:2 core:2 pu:1", "package:2 numa:2 l3:2 core:2 pu:1")
            .replace("\"nodes\": 4", "\"nodes\": 16")
            .replace(
                "\"core\": {", "\"l3\": {%s}, \"numa\": {%s}, \"core\": {".formatted(links, links))
            .replace(
                "  ],",
                "  , {\"name\": \"pod\", \"nodes\": 4, %s}, {\"name\": \"hall\", \"nodes\": 8, %s}],"
                    .formatted(links, links));
    SimulatedNetwork network = SimulatedCluster.read("deep.json", text).place(256).network();
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    assertThat(network.path(0, 255, path)).isEqualTo(SimulatedNetwork.LONGEST_PATH);
    assertThat(network.link(path[1]).name()).isEqualTo("l3 0 out");
    assertThat(network.link(path[7]).name()).isEqualTo("hall 0 out");
    assertThat(network.link(path[8]).name()).isEqualTo("hall 1 in");
    assertThat(network.link(path[15]).name()).isEqualTo("core 255 in");
    assertThat(network.path(0, 1, path)).isEqualTo(2);
  }

  @Test
  void inside_and_between_nodes_messages_travel_differently() {
    assertThat(JOB.network().protocol(4, 7)).isEqualTo(new Protocol(-1, Mover.COPY));
    assertThat(JOB.network().protocol(3, 4)).isEqualTo(new Protocol(4096, Mover.READ));
  }

  @Test
  void a_transfer_takes_its_latencies_and_the_slowest_link() {
    double[] times = Transfers.times(JOB, BYTES, Map.of(0, 4));
    // The envelope, the request for the data, the data: 1.12 us each.
    assertThat(times[4]).isCloseTo(FULL + 3 * 1.12 + 0.1, within(0.2));
  }

  @Test
  void transfers_on_different_links_do_not_slow_each_other() {
    double alone = Transfers.times(JOB, BYTES, Map.of(0, 4))[4];
    double[] times = Transfers.times(JOB, BYTES, Map.of(0, 4, 8, 12, 6, 7));
    assertThat(times[4]).isEqualTo(alone);
    assertThat(times[12]).isEqualTo(alone);
  }

  @Test
  void both_directions_of_an_adapter_do_not_slow_each_other() {
    double alone = Transfers.times(JOB, BYTES, Map.of(0, 4))[4];
    double[] times = Transfers.times(JOB, BYTES, Map.of(0, 4, 6, 2));
    assertThat(times[4]).isEqualTo(alone);
    assertThat(times[2]).isEqualTo(alone);
  }

  @Test
  void transfers_that_share_an_adapter_wait_for_each_other() {
    double alone = Transfers.times(JOB, BYTES, Map.of(0, 4))[4];
    double[] times = Transfers.times(JOB, BYTES, Map.of(0, 4, 2, 6));
    assertThat(Math.min(times[4], times[6])).isEqualTo(alone);
    assertThat(Math.max(times[4], times[6])).isCloseTo(alone + FULL, within(0.2));
  }

  @Test
  void transfers_that_share_an_uplink_wait_for_each_other() {
    double alone = Transfers.times(JOB, BYTES, Map.of(0, 8))[8];
    double[] times = Transfers.times(JOB, BYTES, Map.of(0, 8, 4, 12));
    assertThat(Math.max(times[8], times[12])).isCloseTo(alone + FULL, within(0.2));
  }
}
