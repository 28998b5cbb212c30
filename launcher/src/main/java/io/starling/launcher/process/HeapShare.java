package io.starling.launcher.process;

import java.util.List;
import java.util.Locale;

/**
 * How much of its host's memory the heap of each rank may have.
 *
 * @param percent of the memory; 0 if the arguments of the JVM say how much
 */
public record HeapShare(double percent) {

  /** The arguments of the JVM say how much. */
  public static final HeapShare UNDECIDED = new HeapShare(0);

  /** Services can be allowed more than the host has; ranks start even then. */
  private static final double LEAST_REST = 0.1;

  /** The same share of what services leave of a host's memory; at least of a tenth of it. */
  public HeapShare without(long bytesOfServices, long bytesOfHost) {
    double rest = (bytesOfHost - bytesOfServices) / (double) bytesOfHost;
    return new HeapShare(percent * Math.max(rest, LEAST_REST));
  }

  /** The JVM's arguments for it. */
  public List<String> arguments() {
    return percent == 0
        ? List.of()
        : List.of(String.format(Locale.ROOT, "-XX:MaxRAMPercentage=%.4f", percent));
  }
}
