package io.starling.collectives.algorithm;

import java.util.Locale;

/** The collectives that have algorithms to choose from. */
public enum CollectiveKind {
  BARRIER,
  BROADCAST,
  REDUCE;

  /** The name in specifications and tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one with this label, or null. */
  static CollectiveKind named(String label) {
    for (CollectiveKind kind : values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    return null;
  }
}
