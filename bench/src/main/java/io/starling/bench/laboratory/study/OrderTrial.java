package io.starling.bench.laboratory.study;

import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.NodeGroups;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * How long an allreduce takes whose ranks are on hosts in some order.
 *
 * @param network a rank on each host
 * @param groups what the ranks know of racks
 * @param algorithm of allreduce, as in {@code bcube,radix=4}
 * @param memory the data and the result of all ranks: contents are not carried
 */
record OrderTrial(
    SimulatedNetwork network, NodeGroups groups, String algorithm, MemorySegment memory) {

  /** Ranks that know only that the hosts are apart. */
  OrderTrial(SimulatedNetwork network, String algorithm, MemorySegment memory) {
    this(network, NodeGroups.NONE, algorithm, memory);
  }

  /** From the start of all ranks to the end of the last one, in seconds. */
  double seconds() {
    SimulatedFabric fabric = new SimulatedFabric(network, Noise.NONE, false);
    long[] began = new long[network.ranks()];
    long[] ended = new long[network.ranks()];
    Buffer data = Buffer.of(memory, Datatype.FLOAT32);
    Buffer result = Buffer.of(memory.asSlice(0), Datatype.FLOAT32);
    Worlds.simulated(
        fabric,
        Layout.apart(network.ranks(), groups),
        world -> {
          Communicator chosen = world.withAlgorithm("allreduce=" + algorithm);
          world.barrier();
          began[world.rank()] = fabric.port(world.rank()).clock();
          chosen.allreduce(data, result, ReductionOperator.SUM);
          ended[world.rank()] = fabric.port(world.rank()).clock();
        });
    long first = Arrays.stream(began).min().orElseThrow();
    return VirtualTime.seconds(Arrays.stream(ended).max().orElseThrow() - first);
  }
}
