package io.starling.collectives.operation;

/** Formats numbers of things for messages. */
public final class Plural {

  private Plural() {}

  /** {@code 1 segment}, {@code 2 segments}. */
  public static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
