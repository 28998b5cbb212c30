package io.starling.runtime.transport.simulated;

import java.util.stream.IntStream;

/** The time at which each link is free again, and the bytes that it has carried. */
final class Links {

  private final LinkFigures[] figures;
  private final long[] free;
  private final long[] carried;

  Links(SimulatedNetwork network) {
    figures =
        IntStream.range(0, network.lanes()).mapToObj(network::lane).toArray(LinkFigures[]::new);
    free = new long[figures.length];
    carried = new long[figures.length];
  }

  /** Gives a link to a transfer, from a time on or after the previous transfers. */
  long enter(int lane, long time, long bytes) {
    long start = Math.max(time, free[lane]);
    free[lane] = start + figures[lane].occupancy(bytes);
    carried[lane] += bytes;
    return start;
  }

  long latency(int lane) {
    return figures[lane].latency();
  }

  long occupancy(int lane, long bytes) {
    return figures[lane].occupancy(bytes);
  }

  long carried(int lane) {
    return carried[lane];
  }
}
