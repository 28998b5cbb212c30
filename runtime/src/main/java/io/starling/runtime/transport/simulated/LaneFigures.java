package io.starling.runtime.transport.simulated;

/**
 * What a lane of the hardware can do in one direction. It carries one transfer at a time.
 *
 * @param name for people and reports, {@code node 3 out}
 * @param latency how long a byte is under way, in picoseconds; others may follow it closely
 * @param gap how long each transfer keeps the lane besides its bytes, in picoseconds
 * @param perByte how long each byte keeps the lane, in picoseconds
 */
public record LaneFigures(String name, long latency, long gap, double perByte) {

  /** Refuses what no hardware does. */
  public LaneFigures {
    if (latency < 0 || gap < 0 || !(perByte >= 0) || Double.isInfinite(perByte)) {
      throw new IllegalArgumentException(
          "lane '%s' has a negative or infinite figure: latency %d ps, gap %d ps, %s ps a byte"
              .formatted(name, latency, gap, perByte));
    }
  }

  /** How long a transfer keeps the lane. */
  public long occupancy(long bytes) {
    return gap + VirtualTime.ofBytes(bytes, perByte);
  }
}
