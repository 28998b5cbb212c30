package io.starling.topology.locality.probe;

import java.util.List;

/** Measures pairs of hosts. */
@FunctionalInterface
public interface PairMeter {

  /**
   * Measures pairs at the same time.
   *
   * @param pairs no host is in two of them
   * @return a sample for each pair, in their order
   * @throws InterruptedException if the thread is interrupted
   */
  List<PairSample> measure(List<Pair> pairs) throws InterruptedException;
}
