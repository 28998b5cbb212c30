package io.starling.bench.laboratory.cluster;

import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import io.starling.topology.locality.LatencyMatrix;
import java.util.List;
import java.util.stream.IntStream;

/** The round-trip times of short messages in virtual time, when the links carry nothing else. */
public final class VirtualRoundTrips {

  private static final int PROBE_BYTES = 4;

  private VirtualRoundTrips() {}

  /** Between all ranks of a network, each on a host of its own. */
  public static LatencyMatrix of(SimulatedNetwork network) {
    int size = network.ranks();
    List<String> hosts = IntStream.range(0, size).mapToObj(rank -> "node" + rank).toList();
    double[][] times = new double[size][size];
    for (int from = 0; from < size; from++) {
      for (int to = 0; to < size; to++) {
        if (from != to) {
          times[from][to] = oneWay(network, from, to) + oneWay(network, to, from);
        }
      }
    }
    return LatencyMatrix.of(hosts, times);
  }

  /** The time of a message in microseconds: its links, its copies, and both processors. */
  private static double oneWay(SimulatedNetwork network, int from, int to) {
    int[] path = new int[SimulatedNetwork.LONGEST_PATH];
    int count = network.path(from, to, path);
    double picoseconds = processor(network.processor(from)) + processor(network.processor(to));
    for (int i = 0; i < count; i++) {
      LinkFigures link = network.link(path[i]);
      picoseconds += (double) link.latency() + (double) link.occupancy(PROBE_BYTES);
    }
    return picoseconds / VirtualTime.PER_MICROSECOND;
  }

  private static double processor(ProcessorFigures figures) {
    return (double) figures.post()
        + (double) figures.handle()
        + PROBE_BYTES * figures.copyPerByte();
  }
}
