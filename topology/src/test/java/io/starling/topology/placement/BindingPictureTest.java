package io.starling.topology.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.machine.Cluster;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import io.starling.topology.machine.Machines;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class BindingPictureTest {

  private static ClusterAllocation part(String machine, String allowed) {
    return new ClusterAllocation(
        Cluster.synthetic(machine), List.of(CpuSet.parse(allowed)), Optional.of("wren"));
  }

  private static List<String> lines(
      ClusterAllocation allocation, int ranks, PlacementPolicy policy) {
    return new BindingPicture(allocation)
        .lines(Placer.place(allocation, ranks, policy), GpuAssignment.NONE)
        .toList();
  }

  @Test
  void a_core_is_drawn_with_its_pus_inside_its_package() {
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.PACKAGE);
    assertThat(lines(part("package:2 core:2 pu:2", "0-7"), 3, policy))
        .containsExactly(
            "rank 0 on wren: package 0, core 0, PUs 0-1   [BB/..][../..]",
            "rank 1 on wren: package 1, core 2, PUs 4-5   [../..][BB/..]",
            "rank 2 on wren: package 0, core 1, PUs 2-3   [../BB][../..]");
  }

  @Test
  void pus_that_the_job_may_not_use_are_dashes() {
    assertThat(lines(part("package:1 core:3 pu:2", "1-4"), 1, PlacementPolicy.NONE))
        .containsExactly("rank 0 on wren: package 0, core 0, PU 1   [-B/../.-]");
  }

  @Test
  void numa_nodes_of_a_package_are_set_apart() {
    PlacementPolicy policy = PlacementPolicy.NONE.bindTo(BindTo.PACKAGE);
    assertThat(lines(part("package:2 numa:2 core:2 pu:1", "0-7"), 1, policy))
        .containsExactly("rank 0 on wren: package 0, cores 0-3, PUs 0-3   [B/B|B/B][./.|./.]");
  }

  @Test
  void the_systems_numbers_of_pus_may_be_scattered() {
    assertThat(
            lines(part("package:1 core:2 pu:2(indexes=0,2,1,3)", "0-3"), 2, PlacementPolicy.NONE))
        .containsExactly(
            "rank 0 on wren: package 0, core 0, PUs 0,2   [BB/..]",
            "rank 1 on wren: package 0, core 1, PUs 1,3   [../BB]");
  }

  @Test
  void a_machine_may_have_no_packages_and_no_cores() {
    CpuSet cpus = CpuSet.parse("2,5");
    ClusterAllocation flat =
        new ClusterAllocation(Cluster.of(Machine.flat(cpus)), List.of(cpus), Optional.of("wren"));
    assertThat(lines(flat, 2, PlacementPolicy.NONE))
        .containsExactly(
            "rank 0 on wren: core 0, PU 2   [B/.]", "rank 1 on wren: core 1, PU 5   [./B]");
    assertThat(lines(part("pu:2", "0-1"), 1, PlacementPolicy.NONE))
        .containsExactly("rank 0 on wren: core 0, PU 0   [B/.]");
  }

  @Test
  void ranks_that_are_not_bound_are_not_drawn() {
    assertThat(lines(part("core:2 pu:1", "0-1"), 1, PlacementPolicy.NONE.bindTo(BindTo.NONE)))
        .containsExactly("rank 0 on wren: not bound");
  }

  @Test
  void nodes_of_a_pretended_cluster_have_numbers() {
    ClusterAllocation cluster = ClusterAllocation.whole(Cluster.synthetic("node:2 core:1 pu:1"));
    assertThat(lines(cluster, 2, PlacementPolicy.NONE))
        .containsExactly("rank 0 on +n0: core 0, PU 0   [B]", "rank 1 on +n1: core 0, PU 0   [B]");
  }

  @Test
  void many_cores_are_counted_instead_of_drawn() {
    PlacementPolicy policy = PlacementPolicy.NONE.mapBy(MapBy.PACKAGE);
    assertThat(lines(part("package:2 numa:2 core:16 pu:2", "0-127"), 3, policy))
        .containsExactly(
            "rank 0 on wren: package 0, core 0, PUs 0-1   [BB/..*15|..*16][..*16|..*16]",
            "rank 1 on wren: package 1, core 32, PUs 64-65   [..*16|..*16][BB/..*15|..*16]",
            "rank 2 on wren: package 0, core 1, PUs 2-3   [../BB/..*14|..*16][..*16|..*16]");
  }

  @Test
  void a_rank_that_has_a_gpu_says_which() {
    ClusterAllocation allocation = ClusterAllocation.whole(Cluster.of(Machines.GPUS.machine()));
    assertThat(linesWithGpus(allocation, PlacementPolicy.NONE.mapBy(MapBy.NUMA)))
        .containsExactly(
            "rank 0 on +n0: package 0, core 0, PU 0, GPU 0 (0000:17:00.0)"
                + "   [B/././.|./././.][./././.|./././.]",
            "rank 1 on +n0: package 0, core 4, PU 4, GPU 1 (0000:3b:00.0)"
                + "   [./././.|B/././.][./././.|./././.]");
    assertThat(linesWithGpus(allocation, PlacementPolicy.NONE.bindTo(BindTo.NONE)))
        .containsExactly(
            "rank 0 on +n0: not bound, GPU 0 (0000:17:00.0)",
            "rank 1 on +n0: not bound, GPU 1 (0000:3b:00.0)");
  }

  @Test
  void a_gpu_is_called_by_its_model_where_that_is_known() {
    Cluster models = Cluster.of(Machines.MODELS.machine());
    assertThat(
            linesWithGpus(
                ClusterAllocation.whole(models), PlacementPolicy.NONE.bindTo(BindTo.NONE)))
        .containsExactly(
            "rank 0 on +n0: not bound, GPU 0 (NVIDIA H100 80GB HBM3, 0000:17:00.0)",
            "rank 1 on +n0: not bound, GPU 1 (0000:19:00.0)");
  }

  private static List<String> linesWithGpus(ClusterAllocation allocation, PlacementPolicy policy) {
    Placement placement = Placer.place(allocation, 2, policy);
    GpuAssignment gpus = GpuAssignment.of(placement, GpuMap.AUTO);
    return new BindingPicture(allocation).lines(placement, gpus).toList();
  }
}
