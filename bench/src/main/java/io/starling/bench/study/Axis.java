package io.starling.bench.study;

import io.starling.bench.report.Units;
import java.util.Locale;

/** What is on an axis, and how it is written. */
enum Axis {
  NOISE("noise", false) {
    @Override
    String text(double value) {
      return number(value) + " %";
    }
  },
  SLOWDOWN("slowdown", false) {
    @Override
    String text(double value) {
      return number(value) + " %";
    }
  },
  SIZE("size", true) {
    @Override
    String text(double value) {
      return Units.bytes((long) value);
    }
  },
  RANKS("ranks", true) {
    @Override
    String text(double value) {
      return String.valueOf((long) value);
    }
  },
  NODES("nodes", true) {
    @Override
    String text(double value) {
      return String.valueOf((long) value);
    }
  },
  TIME("time", true) {
    @Override
    String text(double seconds) {
      if (seconds < 1e-3) {
        return number(seconds * 1e6) + " us";
      }
      return seconds < 1 ? number(seconds * 1e3) + " ms" : number(seconds) + " s";
    }
  },
  RANK("rank", false) {
    @Override
    String text(double value) {
      return String.valueOf((long) value);
    }
  },
  LATENESS("late by", false) {
    @Override
    String text(double seconds) {
      return TIME.text(seconds);
    }
  },
  SHARE("share", false) {
    @Override
    String text(double value) {
      return number(value) + " %";
    }
  };

  private final String label;
  private final boolean logarithmic;

  Axis(String label, boolean logarithmic) {
    this.label = label;
    this.logarithmic = logarithmic;
  }

  String label() {
    return label;
  }

  boolean isLogarithmic() {
    return logarithmic;
  }

  /** A value with its unit. */
  abstract String text(double value);

  private static String number(double value) {
    return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3g", value);
  }
}
