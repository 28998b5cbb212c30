package io.starling.topology.locality;

/**
 * The time of a message between two hosts in microseconds. Half a round trip, and the bytes over
 * the bandwidth of the pair. Where that was not measured it follows from the latency: a stream
 * moves one window per round trip, as TCP does at a given loss rate (Cloud Collectives, section
 * IV-B).
 *
 * @param matrix the round-trip times of the hosts
 * @param windowBytes the bytes under way in one round trip, where bandwidth was not measured
 */
public record LinkCosts(LatencyMatrix matrix, long windowBytes) {

  /** A window that moves 1 GB/s at a round-trip time of 64 us. */
  public static final long DEFAULT_WINDOW_BYTES = 64 << 10;

  /**
   * Costs.
   *
   * @throws IllegalArgumentException if the window is not positive
   */
  public LinkCosts {
    if (windowBytes < 1) {
      throw new IllegalArgumentException("window must be at least 1 byte, not " + windowBytes);
    }
  }

  /** Costs with the default window. */
  public static LinkCosts of(LatencyMatrix matrix) {
    return new LinkCosts(matrix, DEFAULT_WINDOW_BYTES);
  }

  /** The number of hosts. */
  public int size() {
    return matrix.size();
  }

  /** The time of a message of so many bytes in microseconds; 0 from a host to itself. */
  public double microseconds(int from, int to, double bytes) {
    if (from == to) {
      return 0;
    }
    double roundTrip = matrix.roundTrip(from, to);
    double perByte =
        matrix.hasBandwidths() ? 1 / matrix.bandwidth(from, to) : roundTrip / windowBytes;
    return roundTrip / 2 + bytes * perByte;
  }

  /** The times of a message of so many bytes between all pairs, row by row. */
  double[] all(double bytes) {
    int size = size();
    double[] costs = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        costs[i * size + j] = microseconds(i, j, bytes);
      }
    }
    return costs;
  }
}
