package io.starling.bench.laboratory.study.objects;

/**
 * The seconds that links need at least: S bytes, n hosts, bandwidth B and latency L.
 *
 * <pre>
 *   round trip           2 S/B                                as in the paper
 *   broadcast, reduce    S/B + ceil(log2 n) L                 each link carries the object once
 *   gather               (n - 1) S/B + L                      the link of the one that gathers
 *   allreduce            2 (n - 1)/n S/B + 2 ceil(log2 n) L   what a ring approaches
 * </pre>
 */
final class Optimum {

  private Optimum() {}

  /** Of one object over one link. */
  static double transfer(double bytes) {
    return bytes / Hosts.LINKS.bytesPerNanosecond() / 1e9;
  }

  /** Of a program on some hosts. */
  static double of(Collective collective, int hosts, double bytes) {
    double once = transfer(bytes);
    double latency = Hosts.seconds(Hosts.LINKS.latency());
    double depth = Math.ceil(Math.log(hosts) / Math.log(2)) * latency;
    return switch (collective) {
      case BROADCAST, REDUCE -> once + depth;
      case GATHER -> (hosts - 1) * once + latency;
      case ALLREDUCE -> 2.0 * (hosts - 1) / hosts * once + 2 * depth;
    };
  }
}
