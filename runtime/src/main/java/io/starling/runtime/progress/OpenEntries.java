package io.starling.runtime.progress;

import java.util.function.IntPredicate;

/**
 * Which entries of a list are not done yet. What is done stays so, so all looks together ask about
 * the entries at the front once: who waits for very many looks again after each of them.
 */
final class OpenEntries {

  private final int count;
  private final IntPredicate isDone;
  private int first;

  OpenEntries(int count, IntPredicate isDone) {
    this.count = count;
    this.isDone = isDone;
  }

  /** Whether all are done. */
  boolean isEmpty() {
    while (first < count && isDone.test(first)) {
      first++;
    }
    return first == count;
  }
}
