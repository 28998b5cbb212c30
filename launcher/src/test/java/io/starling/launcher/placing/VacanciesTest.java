package io.starling.launcher.placing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.agent.HostReport;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.hosts.HostSlots;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.PlacementPolicy;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Hosts a, b and c have two slots each; each has one rank, unless it is lost. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VacanciesTest {

  private static final Machine FOUR_CORES = Machine.synthetic("core:4 pu:1");
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final List<HostSlots> HOSTS = NAMES.stream().map(HostSlots::named).toList();
  private static final BitSet NONE = new BitSet();
  private static final BitSet B_IS_LOST = BitSet.valueOf(new long[] {1 << 1});

  private static JobPlacement job() {
    List<HostReport> hosts =
        NAMES.stream()
            .map(
                name ->
                    new HostReport(
                        "boot-" + name, name, "10.0.0.1", 4, CpuSet.parse("0-3"), FOUR_CORES))
            .toList();
    var allocation =
        new ClusterAllocation(
            new Cluster(hosts.stream().map(HostReport::machine).toList()),
            hosts.stream().map(HostReport::allowed).toList(),
            NAMES,
            List.of(2, 2, 2));
    var request = new PlacementRequest(Optional.empty(), PlacementPolicy.NONE, Optional.empty());
    return JobPlacement.on(hosts, allocation, request, 3, Map.of(), HostLocality.UNKNOWN);
  }

  private static int[] hostsOf(JobPlacement placement) {
    return IntStream.range(0, placement.size()).map(placement::hostOf).sorted().toArray();
  }

  private static JobPlacement place(
      boolean oversubscribe, int ranks, BitSet lost, String... wanted) {
    int[] living = IntStream.range(0, 3).map(host -> lost.get(host) ? 0 : 1).toArray();
    return new Vacancies(HOSTS, oversubscribe)
        .place(job(), ranks, List.of(wanted), living, lost, Map.of());
  }

  @Test
  void free_slots_are_filled() {
    assertThat(hostsOf(place(false, 3, NONE))).containsExactly(0, 1, 2);
    assertThat(hostsOf(place(false, 1, NONE, "c"))).containsExactly(2);
    assertThat(new Vacancies(HOSTS, false).free(job(), List.of(), NONE, 1, 1, 1)).isEqualTo(3);
  }

  @Test
  void a_lost_host_has_no_free_slots() {
    assertThat(hostsOf(place(false, 2, B_IS_LOST))).containsExactly(0, 2);
    assertThat(hostsOf(place(true, 4, B_IS_LOST))).doesNotContain(1);
    assertThat(new Vacancies(HOSTS, false).free(job(), List.of(), B_IS_LOST, 1, 0, 1)).isEqualTo(2);
    assertThatThrownBy(() -> place(false, 3, B_IS_LOST))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("a, c: 2 free slots are fewer than 3");
    assertThatThrownBy(() -> place(false, 1, B_IS_LOST, "b"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("b is lost");
  }
}
