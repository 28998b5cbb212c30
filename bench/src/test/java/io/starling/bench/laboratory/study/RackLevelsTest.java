package io.starling.bench.laboratory.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.laboratory.cluster.VirtualRoundTrips;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.topology.layout.NodeGroups;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Trees over hosts of four racks in two pods, in a random order. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class RackLevelsTest {

  private static final int HOSTS = 64;
  private static final int HOSTS_OF_RACK = 16;

  private final int[] nodes = nodes();
  private final SimulatedNetwork network = SimulatedCluster.named("cloud-racks").network(nodes);
  private final NodeGroups groups = NodeGroups.of(VirtualRoundTrips.of(network));

  private static int[] nodes() {
    List<Integer> nodes =
        IntStream.range(0, HOSTS)
            .mapToObj(host -> host / HOSTS_OF_RACK * 128 + host % HOSTS_OF_RACK)
            .collect(Collectors.toList());
    Collections.shuffle(nodes, new Random(1));
    return nodes.stream().mapToInt(Integer::intValue).toArray();
  }

  private double speedUp(String algorithm, long bytes) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(bytes);
      double without = new OrderTrial(network, algorithm, memory).seconds();
      return without / new OrderTrial(network, groups, algorithm, memory).seconds();
    }
  }

  @Test
  void racks_and_pods_are_found_by_their_times() {
    for (int one = 0; one < HOSTS; one++) {
      for (int other = 0; other < one; other++) {
        assertThat(groups.racks()[one] == groups.racks()[other])
            .isEqualTo(nodes[one] / HOSTS_OF_RACK == nodes[other] / HOSTS_OF_RACK);
        assertThat(groups.zones()[one] == groups.zones()[other])
            .isEqualTo(nodes[one] / 256 == nodes[other] / 256);
      }
    }
  }

  @Test
  void chains_in_racks_are_faster_than_one_through_all_hosts() {
    assertThat(speedUp("tree,tree=topology", 1 << 10)).isGreaterThan(4);
    assertThat(speedUp("tree,tree=topology", 16 << 20)).isGreaterThan(1.5);
  }

  @Test
  void a_ring_between_leaders_of_racks_is_shorter() {
    assertThat(speedUp("two-level-ring", 1 << 10)).isGreaterThan(4);
  }

  @Test
  void algorithms_without_levels_are_the_same() {
    assertThat(speedUp("halving-doubling", 1 << 10)).isEqualTo(1);
  }
}
