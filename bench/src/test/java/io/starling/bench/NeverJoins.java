package io.starling.bench;

/** Ranks that never call Starling. */
public final class NeverJoins {

  private NeverJoins() {}

  public static void main(String[] arguments) {}
}
