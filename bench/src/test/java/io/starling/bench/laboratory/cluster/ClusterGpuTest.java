package io.starling.bench.laboratory.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.laboratory.cluster.SimulatedCluster.Job;
import io.starling.runtime.transport.simulated.DeviceFigures;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.SimulatedNetwork.DeviceWay;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClusterGpuTest {

  private static final Job JOB = SimulatedCluster.named("psg-gpu").place(8);

  private static List<String> path(int rank, DeviceWay way) {
    SimulatedNetwork network = JOB.network();
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    int length = network.devicePath(rank, way, path);
    return IntStream.range(0, length).mapToObj(hop -> network.link(path[hop]).name()).toList();
  }

  @Test
  void copies_pass_the_link_of_their_gpu_and_the_memory_of_its_processor() {
    assertThat(path(0, DeviceWay.IN)).containsExactly("package 0 within", "gpu 0 in");
    assertThat(path(6, DeviceWay.OUT)).containsExactly("gpu 6 out", "package 3 within");
  }

  @Test
  void what_goes_on_inside_a_gpu_is_its_own() {
    assertThat(path(7, DeviceWay.WITHIN)).containsExactly("gpu 7 memory");
  }

  @Test
  void gpus_of_a_package_reach_each_other_past_the_host() {
    SimulatedNetwork network = JOB.network();
    assertThat(IntStream.range(0, 8).filter(to -> network.isNear(6, to))).containsExactly(6, 7);
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    assertThat(network.peerPath(6, 7, path)).isEqualTo(2);
    assertThat(network.link(path[0]).name()).isEqualTo("gpu 6 out");
    assertThat(network.link(path[1]).name()).isEqualTo("gpu 7 in");
    assertThat(SmallCluster.machine().place(4).network().isNear(0, 1)).isFalse();
  }

  @Test
  void each_rank_has_a_gpu() {
    for (int rank = 0; rank < 8; rank++) {
      assertThat(JOB.network().device(rank)).contains(new DeviceFigures(5_000_000, 1_000_000));
    }
    assertThat(SmallCluster.machine().place(4).network().device(3)).isEmpty();
  }
}
