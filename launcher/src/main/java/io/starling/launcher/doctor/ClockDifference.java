package io.starling.launcher.doctor;

import java.time.Duration;

/**
 * How far a clock is ahead of this host's.
 *
 * @param ahead the best guess; may be negative
 * @param error how far off the guess may be
 */
record ClockDifference(Duration ahead, Duration error) {

  private static final Duration HARMLESS = Duration.ofMillis(100);

  /** The clock said {@code there} at some time between these two. */
  static ClockDifference of(long before, long there, long after) {
    return new ClockDifference(
        Duration.ofMillis(there - (before + after) / 2), Duration.ofMillis((after - before) / 2));
  }

  Finding judge() {
    Duration certain = ahead.abs().minus(error);
    String text =
        "%d ms %s this host's, give or take %d ms"
            .formatted(
                ahead.abs().toMillis(),
                ahead.isNegative() ? "behind" : "ahead of",
                error.toMillis());
    return certain.compareTo(HARMLESS) <= 0
        ? Finding.ok("clock", text)
        : Finding.warn(
            "clock",
            text + ": times in traces and logs of the hosts differ",
            "let both follow the same time server: systemd-timesyncd, chrony");
  }
}
