package io.starling.bench.compare;

import io.starling.launcher.exit.Signals;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * A signal that ends the comparison, from {@link #watch} to {@link #close}: it is noted, and what
 * runs is ended.
 */
public final class Interruption implements AutoCloseable {

  private static final int BASE = 128;

  private final CompletableFuture<Integer> signal = new CompletableFuture<>();
  private AutoCloseable signals = () -> {};

  /** No signal is awaited; only {@link #take} interrupts. */
  Interruption() {}

  /** From now on signals count. */
  public static Interruption watch() {
    Interruption interruption = new Interruption();
    interruption.signals = new Signals(interruption::take);
    return interruption;
  }

  /** What a signal does; only the first one that ends programs counts. */
  public void take(int number) {
    if (number != Signals.REPORT) {
      signal.complete(number);
    }
  }

  /** The exit status for it, if there was one. */
  public OptionalInt status() {
    Integer number = signal.getNow(null);
    return number == null ? OptionalInt.empty() : OptionalInt.of(BASE + number);
  }

  /** Completes with its number when it comes. */
  public CompletableFuture<Integer> future() {
    return signal;
  }

  @Override
  public void close() {
    try {
      signals.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
