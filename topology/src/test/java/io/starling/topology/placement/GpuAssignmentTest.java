package io.starling.topology.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.Machine;
import io.starling.topology.machine.Machines;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** On two packages of two NUMA nodes of four cores, a GPU near each node unless said otherwise. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuAssignmentTest {

  private static final Machine MACHINE = Machines.GPUS.machine();
  private static final PlacementPolicy BY_NUMA = PlacementPolicy.NONE.mapBy(MapBy.NUMA);

  /** The number of each rank's GPU on a machine, -1 where it has none. */
  private static List<Integer> numbers(
      Machine machine, int ranks, PlacementPolicy policy, String map) {
    return numbers(Cluster.of(machine), ranks, policy, map);
  }

  private static List<Integer> numbers(
      Cluster cluster, int ranks, PlacementPolicy policy, String map) {
    Placement placement = Placer.place(ClusterAllocation.whole(cluster), ranks, policy);
    GpuAssignment gpus = GpuAssignment.of(placement, GpuMap.parse(map));
    return IntStream.range(0, ranks)
        .map(
            rank ->
                cluster
                    .nodes()
                    .get(placement.locations().get(rank).node())
                    .nvidiaGpus()
                    .indexOf(gpus.gpu(rank).orElse(null)))
        .boxed()
        .toList();
  }

  private static List<Integer> auto(int ranks, PlacementPolicy policy) {
    return numbers(MACHINE, ranks, policy, "auto");
  }

  @Test
  void each_rank_gets_the_gpu_next_to_its_cores() {
    assertThat(auto(16, PlacementPolicy.NONE))
        .containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    assertThat(auto(8, BY_NUMA)).containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
    assertThat(auto(8, BY_NUMA.rankBy(MapBy.CORE))).containsExactly(0, 0, 1, 1, 2, 2, 3, 3);
  }

  @Test
  void fewer_ranks_than_gpus_get_those_next_to_them() {
    assertThat(auto(1, PlacementPolicy.NONE)).containsExactly(0);
    assertThat(auto(2, PlacementPolicy.NONE.mapBy(MapBy.PACKAGE))).containsExactly(0, 2);
    assertThat(auto(3, BY_NUMA)).containsExactly(0, 1, 2);
  }

  @Test
  void no_gpu_is_shared_while_another_is_idle_and_the_nearest_of_those_comes_first() {
    assertThat(auto(2, PlacementPolicy.NONE)).containsExactly(0, 1);
    assertThat(auto(4, PlacementPolicy.NONE)).containsExactly(0, 1, 2, 3);
    assertThat(auto(8, PlacementPolicy.NONE.mapBy(MapBy.PACKAGE)))
        .containsExactly(0, 2, 0, 2, 1, 3, 1, 3);
  }

  @Test
  void who_is_next_to_a_gpu_chooses_before_who_is_not() {
    // Four ranks next to GPU 0 and one next to GPU 1, which no other may take before it.
    assertThat(auto(5, PlacementPolicy.NONE)).containsExactly(0, 2, 3, 0, 1);
  }

  @Test
  void gpus_get_equally_many_ranks_give_or_take_one() {
    for (int ranks = 1; ranks <= 40; ranks++) {
      List<Integer> gpus = auto(ranks, PlacementPolicy.NONE.bindTo(BindTo.CORE));
      for (int gpu = 0; gpu < 4; gpu++) {
        assertThat(Collections.frequency(gpus, gpu)).isBetween(ranks / 4, (ranks + 3) / 4);
      }
    }
  }

  @Test
  void a_rank_that_is_bound_to_a_package_gets_one_of_its_gpus() {
    assertThat(auto(4, PlacementPolicy.NONE.mapBy(MapBy.PACKAGE).bindTo(BindTo.PACKAGE)))
        .containsExactly(0, 2, 1, 3);
  }

  @Test
  void ranks_that_are_not_bound_are_dealt_out_to_all_gpus() {
    assertThat(auto(6, PlacementPolicy.NONE.bindTo(BindTo.NONE))).containsExactly(0, 1, 2, 3, 0, 1);
    assertThat(auto(32, PlacementPolicy.NONE).subList(14, 18)).containsExactly(2, 3, 0, 1);
  }

  @Test
  void gpus_that_are_near_all_cores_are_dealt_out_in_turn() {
    assertThat(numbers(withGpus(3, MACHINE), 5, PlacementPolicy.NONE, "auto"))
        .containsExactly(0, 1, 2, 0, 1);
  }

  private static Machine withGpus(int count, Machine machine) {
    List<HardwareDevice> gpus =
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new HardwareDevice(
                        HardwareDevice.Kind.GPU,
                        "0000:0%d:00.0".formatted(i),
                        0x10de,
                        0x2330,
                        "",
                        List.of(),
                        machine.cpus()))
            .toList();
    return Machines.withDevices(machine, gpus);
  }

  @Test
  void gpus_of_other_makers_are_none() {
    HardwareDevice other =
        new HardwareDevice(
            HardwareDevice.Kind.GPU, "0000:03:00.0", 0x1002, 0x740c, "", List.of(), MACHINE.cpus());
    assertThat(
            numbers(Machines.withDevices(MACHINE, List.of(other)), 2, PlacementPolicy.NONE, "auto"))
        .containsExactly(-1, -1);
  }

  @Test
  void without_gpus_or_with_none_wished_for_nobody_gets_any() {
    assertThat(numbers(Machine.synthetic("core:4 pu:1"), 2, PlacementPolicy.NONE, "auto"))
        .containsExactly(-1, -1);
    assertThat(numbers(MACHINE, 2, PlacementPolicy.NONE, "none")).containsExactly(-1, -1);
    assertThat(GpuAssignment.NONE.gpu(5)).isEmpty();
  }

  @Test
  void a_list_is_dealt_out_round_and_round_wherever_ranks_are() {
    assertThat(numbers(MACHINE, 6, PlacementPolicy.NONE, "0,1,1,0"))
        .containsExactly(0, 1, 1, 0, 0, 1);
    assertThat(numbers(MACHINE, 3, PlacementPolicy.NONE, "3")).containsExactly(3, 3, 3);
  }

  @Test
  void a_list_may_name_bus_ids_in_either_case_and_without_the_domain() {
    assertThat(numbers(MACHINE, 3, PlacementPolicy.NONE, "0000:AF:00.0, 3b:00.0,0"))
        .containsExactly(3, 1, 0);
  }

  @Test
  void a_list_may_name_bus_ids_as_nvidia_smi_writes_them() {
    assertThat(numbers(MACHINE, 2, PlacementPolicy.NONE, "00000000:AF:00.0,00000000:17:00.0"))
        .containsExactly(3, 0);
    refused("no GPU '00010000:17:00.0'", MACHINE, "00010000:17:00.0");
  }

  @Test
  void each_node_begins_anew() {
    Cluster two = new Cluster(List.of(MACHINE, MACHINE));
    assertThat(numbers(two, 6, PlacementPolicy.NONE.mapBy(MapBy.NODE), "auto"))
        .containsExactly(0, 0, 1, 1, 2, 2);
    assertThat(numbers(two, 6, PlacementPolicy.NONE.mapBy(MapBy.NODE), "2,1"))
        .containsExactly(2, 2, 1, 1, 2, 2);
  }

  @Test
  void what_is_not_there_is_refused_with_a_list_of_what_is() {
    String there = "0 (0000:17:00.0), 1 (0000:3b:00.0), 2 (0000:86:00.0), 3 (0000:af:00.0)";
    refused("--gpu-map 0,4: the machine has no GPU '4'; it has " + there, MACHINE, "0,4");
    refused("no GPU '0000:18:00.0'; it has " + there, MACHINE, "0000:18:00.0");
    refused("no GPU ''; it has " + there, MACHINE, "0,,1");
    refused("no GPU ''; it has " + there, MACHINE, "");
    refused("no GPU 'gpu0'; it has " + there, MACHINE, "gpu0");
    refused("no GPU '-1'; it has " + there, MACHINE, "-1");
    refused("no GPU '99999999999'; it has " + there, MACHINE, "99999999999");
    refused(
        "--gpu-map 0: the machine has no GPU '0'; it has no GPU of NVIDIA that hwloc"
            + " sees; without --gpu-map, STARLING_GPU can name one",
        Machine.synthetic("core:2 pu:1"),
        "0");
  }

  private static void refused(String message, Machine machine, String map) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> numbers(machine, 1, PlacementPolicy.NONE, map))
        .withMessageContaining(message);
  }

  @Test
  void the_node_that_lacks_a_gpu_is_named() {
    Cluster two = new Cluster(List.of(MACHINE, Machine.synthetic("core:2 pu:1")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> numbers(two, 2, PlacementPolicy.NONE.mapBy(MapBy.NODE), "1"))
        .withMessageContaining("node 1 has no GPU '1'; it has no GPU of NVIDIA");
  }
}
