package io.starling.bench.report;

import io.starling.runtime.memory.ByteSize;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** What is on an axis, and how it is written. */
public enum Axis {
  NOISE("noise", Spacing.LINEAR, Axis::percent),
  /** How far apart the timers of ranks start, in milliseconds. */
  SKEW("timers apart", Spacing.SYMMETRIC, milliseconds -> number(milliseconds) + " ms"),
  SLOWDOWN("slowdown", Spacing.SYMMETRIC, Axis::percent),
  SIZE("size", Spacing.LOGARITHMIC, bytes -> Units.bytes((long) bytes)),
  /** As options take it, which is short. */
  BYTES("size in bytes", Spacing.LOGARITHMIC, bytes -> ByteSize.format((long) bytes)),
  RANKS("ranks", Spacing.LOGARITHMIC, Axis::whole),
  NODES("nodes", Spacing.LOGARITHMIC, Axis::whole),
  TIME("time", Spacing.LOGARITHMIC, Axis::time),
  /** Times that differ by less than ten. */
  DURATION("time", Spacing.LINEAR, Axis::time),
  COST("cost", Spacing.LOGARITHMIC, Axis::time),
  RANK("rank", Spacing.LINEAR, Axis::whole),
  ITERATION("iteration", Spacing.LINEAR, Axis::whole),
  LATENESS("late by", Spacing.LINEAR, Axis::time),
  /** Between two arrivals. */
  INTERVAL("interval", Spacing.LINEAR, Axis::time),
  /** Of a program, beside what it sends. */
  COMPUTATION("computing", Spacing.LINEAR, Axis::time),
  QUERY("query", Spacing.LINEAR, Axis::whole),
  /** Of a time over the least that is possible. */
  OPTIMUM("times the optimum", Spacing.LOGARITHMIC, Axis::number),
  SPEED_UP("times as fast", Spacing.LINEAR, Axis::number),
  THROUGHPUT("per second", Spacing.LOGARITHMIC, Axis::number),
  MESSAGES("messages", Spacing.LINEAR, Axis::number),
  /** None: what has one figure for each series shows them side by side. */
  SERIES("", Spacing.LINEAR, Axis::whole),
  LATENCY("latency, lower is better", Spacing.LOGARITHMIC, Axis::latency),
  PERCENTILE("percentile", Spacing.TAIL, Axis::percentile),
  SHARE("share", Spacing.LINEAR, Axis::percent);

  /** How values are spaced. */
  public enum Spacing {
    /** Evenly. */
    LINEAR,
    /** By their logarithms; all are positive. */
    LOGARITHMIC,
    /** Evenly around 0, up to 1 or so, and by their logarithms beyond ("symlog"). */
    SYMMETRIC,
    /** Percentiles by the logarithm of what is above them; those of a horizontal axis only. */
    TAIL
  }

  private final String label;
  private final Spacing spacing;
  private final DoubleFunction<String> text;

  Axis(String label, Spacing spacing, DoubleFunction<String> text) {
    this.label = label;
    this.spacing = spacing;
    this.text = text;
  }

  public String label() {
    return label;
  }

  public Spacing spacing() {
    return spacing;
  }

  /** A value with its unit. */
  public String text(double value) {
    return text.apply(value);
  }

  private static String whole(double value) {
    return String.valueOf((long) value);
  }

  private static String latency(double seconds) {
    return Microseconds.withUnit(1e6 * seconds);
  }

  private static String percentile(double value) {
    return value == 0
        ? "min"
        : value == 100 ? "max" : String.valueOf(value).replaceAll("\\.0$", "");
  }

  private static String percent(double value) {
    return number(value) + " %";
  }

  private static String time(double seconds) {
    if (seconds > 0 && seconds < 1e-3) {
      return number(seconds * 1e6) + " us";
    }
    return seconds > 0 && seconds < 1 ? number(seconds * 1e3) + " ms" : number(seconds) + " s";
  }

  private static String number(double value) {
    // Steps of an axis are sums, which miss whole numbers by a little.
    if (Math.abs(value - Math.rint(value)) <= 1e-12 * Math.abs(value)) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
  }
}
