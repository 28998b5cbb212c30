package io.starling.runtime.transport.simulated;

import java.util.stream.IntStream;

/** When each lane is free again, and what it has carried. */
final class Lanes {

  private final LaneFigures[] figures;
  private final long[] free;
  private final long[] carried;

  Lanes(Network network) {
    figures =
        IntStream.range(0, network.lanes()).mapToObj(network::lane).toArray(LaneFigures[]::new);
    free = new long[figures.length];
    carried = new long[figures.length];
  }

  /** Lets a transfer have a lane from a time on, as soon as those before it are through. */
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
