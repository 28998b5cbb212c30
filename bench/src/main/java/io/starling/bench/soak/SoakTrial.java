package io.starling.bench.soak;

import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * One call of a collective on this rank.
 *
 * @param call for people: the call with its counts
 * @param bytes what this rank contributes and gets
 * @param regions the memory that it reads and writes
 * @param preparation fills the memory for a key, and says what must come of it
 * @param undefined marks what the call leaves undefined, after it
 * @param forms makes the call
 */
record SoakTrial(
    String call,
    long bytes,
    List<GuardedRegion> regions,
    LongConsumer preparation,
    Runnable undefined,
    Forms forms) {

  /** The three forms of a call. */
  record Forms(Runnable run, Supplier<Request> start, Supplier<PersistentRequest> init) {}

  void prepare(long key) {
    preparation.accept(key);
  }

  /**
   * Compares all memory of the call.
   *
   * @throws WrongResultException if something is wrong
   */
  void check() {
    undefined.run();
    regions.forEach(GuardedRegion::check);
  }
}
