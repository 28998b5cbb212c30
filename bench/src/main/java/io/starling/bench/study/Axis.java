package io.starling.bench.study;

import io.starling.bench.report.Units;
import java.util.Locale;

/** What is on an axis, and how it is written. */
enum Axis {
  NOISE("noise", Spacing.LINEAR) {
    @Override
    String text(double value) {
      return number(value) + " %";
    }
  },
  SLOWDOWN("slowdown", Spacing.SYMMETRIC) {
    @Override
    String text(double value) {
      return number(value) + " %";
    }
  },
  SIZE("size", Spacing.LOGARITHMIC) {
    @Override
    String text(double value) {
      return Units.bytes((long) value);
    }
  },
  RANKS("ranks", Spacing.LOGARITHMIC) {
    @Override
    String text(double value) {
      return String.valueOf((long) value);
    }
  },
  NODES("nodes", Spacing.LOGARITHMIC) {
    @Override
    String text(double value) {
      return String.valueOf((long) value);
    }
  },
  TIME("time", Spacing.LOGARITHMIC) {
    @Override
    String text(double seconds) {
      if (seconds < 1e-3) {
        return number(seconds * 1e6) + " us";
      }
      return seconds < 1 ? number(seconds * 1e3) + " ms" : number(seconds) + " s";
    }
  },
  COST("cost", Spacing.LOGARITHMIC) {
    @Override
    String text(double seconds) {
      return TIME.text(seconds);
    }
  },
  RANK("rank", Spacing.LINEAR) {
    @Override
    String text(double value) {
      return String.valueOf((long) value);
    }
  },
  ITERATION("iteration", Spacing.LINEAR) {
    @Override
    String text(double value) {
      return String.valueOf((long) value);
    }
  },
  LATENESS("late by", Spacing.LINEAR) {
    @Override
    String text(double seconds) {
      return TIME.text(seconds);
    }
  },
  SHARE("share", Spacing.LINEAR) {
    @Override
    String text(double value) {
      return number(value) + " %";
    }
  };

  /** How values are spaced. */
  enum Spacing {
    /** Evenly. */
    LINEAR,
    /** By their logarithms; all are positive. */
    LOGARITHMIC,
    /** Evenly around 0, up to 1 or so, and by their logarithms beyond ("symlog"). */
    SYMMETRIC
  }

  private final String label;
  private final Spacing spacing;

  Axis(String label, Spacing spacing) {
    this.label = label;
    this.spacing = spacing;
  }

  String label() {
    return label;
  }

  Spacing spacing() {
    return spacing;
  }

  /** A value with its unit. */
  abstract String text(double value);

  private static String number(double value) {
    if (value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
  }
}
