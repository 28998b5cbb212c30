package io.starling.runtime.transport.simulated;

import java.util.stream.IntStream;

/** The time at which each link is free again, and the bytes that it has carried. */
final class Links {

  private final LinkFigures[] figures;
  private final long[] free;
  private final long[] carried;

  Links(SimulatedNetwork network) {
    figures =
        IntStream.range(0, network.links()).mapToObj(network::link).toArray(LinkFigures[]::new);
    free = new long[figures.length];
    carried = new long[figures.length];
  }

  /** Gives a link to a transfer, from a time on or after the previous transfers. */
  long enter(int link, long time, long bytes) {
    long start = Math.max(time, free[link]);
    free[link] = start + figures[link].occupancy(bytes);
    carried[link] += bytes;
    return start;
  }

  long latency(int link) {
    return figures[link].latency();
  }

  long occupancy(int link, long bytes) {
    return figures[link].occupancy(bytes);
  }

  long carried(int link) {
    return carried[link];
  }
}
