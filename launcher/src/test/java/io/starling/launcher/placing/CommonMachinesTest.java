package io.starling.launcher.placing;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.agent.HostReport;
import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.BindTo;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.PlacementPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Hosts a and b are containers of one machine of four cores; c is another machine. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CommonMachinesTest {

  private static final Machine FOUR_CORES = Machine.synthetic("core:4 pu:1");
  private static final HostReport A = host("a", "boot1 ipc:[1]", "0-3");
  private static final HostReport B = host("b", "boot1 ipc:[2]", "0-3");
  private static final HostReport C = host("c", "boot2 ipc:[1]", "0-3");

  private static HostReport host(String name, String identity, String cpus) {
    return new HostReport(identity, name, "10.0.0.1", 4, CpuSet.parse(cpus), FOUR_CORES);
  }

  private static JobPlacement place(PlacementPolicy policy, int perHost, HostReport... hosts) {
    List<HostReport> all = List.of(hosts);
    var allocation =
        new ClusterAllocation(
            new Cluster(all.stream().map(HostReport::machine).toList()),
            all.stream().map(HostReport::allowed).toList(),
            all.stream().map(HostReport::name).toList(),
            all.stream().map(_ -> perHost).toList());
    var request = new PlacementRequest(Optional.empty(), policy, Optional.empty());
    return JobPlacement.on(
        all, allocation, request, perHost * all.size(), Map.of(), HostLocality.UNKNOWN);
  }

  private static List<Boolean> shared(JobPlacement placement) {
    return placement.shares().stream().map(HostShare::shared).toList();
  }

  @Test
  void hosts_of_one_machine_are_found() {
    var machines = CommonMachines.among(List.of(A, C, B), List.of(0, 1, 2));
    assertThat(machines.exist()).isTrue();
    assertThat(machines.with(0)).containsExactly(0, 2);
    assertThat(machines.with(1)).containsExactly(1);
    assertThat(machines.with(2)).containsExactly(0, 2);
  }

  @Test
  void hosts_without_ranks_do_not_count() {
    assertThat(CommonMachines.among(List.of(A, B), List.of(0)).exist()).isFalse();
  }

  @Test
  void containers_with_cores_of_their_own_share_nothing() {
    HostReport low = host("low", "boot1 ipc:[1]", "0-1");
    HostReport high = host("high", "boot1 ipc:[2]", "2-3");
    assertThat(CommonMachines.among(List.of(low, high), List.of(0, 1)).exist()).isFalse();
    assertThat(place(PlacementPolicy.NONE, 1, low, high).binding(1)).contains(CpuSet.parse("2"));
  }

  @Test
  void what_joins_two_groups_makes_one_of_them() {
    HostReport low = host("low", "boot1 ipc:[1]", "0-1");
    HostReport high = host("high", "boot1 ipc:[2]", "2-3");
    assertThat(CommonMachines.among(List.of(low, high, A), List.of(0, 1, 2)).groups())
        .containsExactly(List.of(0, 1, 2));
  }

  @Test
  void ranks_of_hosts_on_one_machine_are_not_bound_to_the_same_first_core() {
    JobPlacement placement = place(PlacementPolicy.NONE, 2, A, B);
    assertThat(placement.binding(0)).isEmpty();
    assertThat(shared(placement)).containsExactly(false, false);
    assertThat(placement.notices())
        .containsExactly("a, b are one machine, of which 4 ranks share 4 cores and are not bound");
  }

  @Test
  void more_ranks_than_cores_of_the_machine_share_them_though_no_host_has_so_many() {
    JobPlacement placement = place(PlacementPolicy.NONE, 3, A, B, C);
    assertThat(shared(placement)).containsExactly(true, true, false);
    assertThat(placement.notices())
        .containsExactly(
            "a, b are one machine, of which 6 ranks share 4 cores and are not bound"
                + " (more ranks than cores)");
  }

  @Test
  void who_wants_them_bound_gets_that_and_they_share_the_core() {
    JobPlacement placement = place(PlacementPolicy.NONE.bindTo(BindTo.CORE), 1, A, B);
    assertThat(placement.binding(0)).contains(CpuSet.parse("0"));
    assertThat(placement.binding(1)).contains(CpuSet.parse("0"));
    assertThat(shared(placement)).containsExactly(true, true);
    assertThat(placement.notices())
        .containsExactly("a, b are one machine, of which 2 ranks share 4 cores, and are bound");
  }

  @Test
  void other_machines_are_bound_as_ever() {
    assertThat(place(PlacementPolicy.NONE, 2, A, C).binding(3)).contains(CpuSet.parse("1"));
    assertThat(place(PlacementPolicy.NONE, 2, A, C).notices()).isEmpty();
  }
}
