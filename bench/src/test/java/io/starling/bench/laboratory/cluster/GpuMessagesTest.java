package io.starling.bench.laboratory.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.laboratory.cluster.SimulatedCluster.Job;
import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.transport.simulated.DeviceUse;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedDevice;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.SimulatedNetwork.DeviceWay;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The production algorithms with messages in the memory of simulated GPUs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GpuMessagesTest {

  private static final int RANKS = 12;
  private static final int COUNT = 10_000;
  private static final long BYTES = 4L * COUNT;
  private static final Job JOB = SimulatedCluster.named("psg-gpu").place(RANKS);
  private static final DeviceUse NO_CACHE =
      new DeviceUse(0, DeviceUse.FULL.folds(), DeviceUse.NO_PEERS);
  private static final List<DeviceUse> USES =
      List.of(
          DeviceUse.FULL,
          new DeviceUse(0, DeviceUse.FULL.folds(), 1),
          new DeviceUse(1 << 20, DeviceUse.NO_FOLDS, 1),
          NO_CACHE,
          new DeviceUse(0, DeviceUse.NO_FOLDS, DeviceUse.NO_PEERS));

  private static SimulatedFabric fabric() {
    return new SimulatedFabric(JOB.network(), Noise.NONE, true);
  }

  private static Buffer onDevice(SimulatedDevice device, Arena arena, int value) {
    int[] values = new int[COUNT];
    Arrays.fill(values, value);
    Buffer buffer = MemoryBuffer.of(device.allocate(BYTES, arena), Datatype.INT32);
    MemoryBuffer.of(buffer).memory().write(0, MemorySegment.ofArray(values), 0, BYTES);
    return buffer;
  }

  private static int[] values(Buffer buffer) {
    int[] values = new int[COUNT];
    MemoryBuffer.of(buffer).memory().read(0, MemorySegment.ofArray(values), 0, BYTES);
    return values;
  }

  private static SimulatedDevice device(SimulatedFabric fabric, Communicator world, DeviceUse use) {
    SimulatedDevice device = fabric.port(world.rank()).device();
    device.allow(use);
    return device;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topology,segment=4K",
        "waitall,tree=topology,segment=4K",
        "blocking,tree=topology,segment=16K",
        "waitall,tree=binomial,segment=16K",
        "multilevel,segment=16K"
      })
  void broadcasts_and_reduces_are_right_however_the_devices_are_used(String algorithm) {
    for (DeviceUse use : USES) {
      SimulatedFabric fabric = fabric();
      try (Arena arena = Arena.ofShared()) {
        Worlds.simulated(
            fabric,
            JOB.layouts(),
            world -> {
              SimulatedDevice device = device(fabric, world, use);
              Communicator chosen =
                  world.withAlgorithm("broadcast=%s;reduce=%s".formatted(algorithm, algorithm));
              Buffer data = onDevice(device, arena, world.rank() == 0 ? 7 : 0);
              chosen.broadcast(data, 0);
              assertThat(values(data)).containsOnly(7);
              Buffer result = onDevice(device, arena, 0);
              chosen.reduce(data, result, ReductionOperator.SUM, 0);
              assertThat(values(result)).containsOnly(world.rank() == 0 ? 7 * RANKS : 0);
            });
      }
    }
  }

  /** How many bytes a broadcast copies to and from the GPU of a rank. */
  private static long[] copied(DeviceUse use, int rank) {
    SimulatedFabric fabric = fabric();
    try (Arena arena = Arena.ofShared()) {
      Worlds.simulated(
          fabric,
          JOB.layouts(),
          world ->
              world
                  .withAlgorithm("broadcast=topology,segment=4K")
                  .broadcast(onDevice(device(fabric, world, use), arena, 1), 0));
    }
    return new long[] {carried(fabric, rank, DeviceWay.IN), carried(fabric, rank, DeviceWay.OUT)};
  }

  private static long carried(SimulatedFabric fabric, int rank, DeviceWay way) {
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    int last = JOB.network().devicePath(rank, way, path) - 1;
    return fabric.carried(path[way == DeviceWay.IN ? last : 0]);
  }

  @Test
  void with_the_cache_each_byte_crosses_to_a_node_leader_once_and_never_back() {
    assertThat(copied(DeviceUse.FULL, 4)).containsExactly(BYTES, 0);
    assertThat(copied(DeviceUse.FULL, 0)).containsExactly(0, BYTES);
  }

  @Test
  void with_peers_too_a_byte_leaves_the_root_once_for_all_its_children() {
    long[] copied = copied(new DeviceUse(1 << 30, DeviceUse.FULL.folds(), 1), 0);
    assertThat(copied).containsExactly(0, BYTES);
  }

  @Test
  void without_the_cache_a_node_leader_copies_a_byte_out_for_each_of_its_three_children() {
    assertThat(copied(NO_CACHE, 4)).containsExactly(BYTES, 3 * BYTES);
    assertThat(copied(NO_CACHE, 0)).containsExactly(0, 3 * BYTES);
  }
}
