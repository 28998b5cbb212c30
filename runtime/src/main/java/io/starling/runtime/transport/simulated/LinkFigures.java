package io.starling.runtime.transport.simulated;

/**
 * The figures of a hardware link in one direction. It carries one transfer at a time.
 *
 * @param name for people and reports, {@code node 3 out}
 * @param latency the time a byte travels, in picoseconds; bytes are pipelined
 * @param gap how long each transfer occupies the link in addition to its bytes, in picoseconds
 * @param perByte how long each byte occupies the link, in picoseconds
 */
public record LinkFigures(String name, long latency, long gap, double perByte) {

  /** Checks the figures. */
  public LinkFigures {
    if (latency < 0 || gap < 0 || !(perByte >= 0) || Double.isInfinite(perByte)) {
      throw new IllegalArgumentException(
          "link '%s' has a negative or infinite figure: latency %d ps, gap %d ps, %s ps a byte"
              .formatted(name, latency, gap, perByte));
    }
  }

  /** How long a transfer occupies the link, in picoseconds. */
  public long occupancy(long bytes) {
    return gap + VirtualTime.ofBytes(bytes, perByte);
  }
}
