package io.starling.runtime.progress.request;

import java.util.function.IntPredicate;

/**
 * The entries of a list that are not done yet. A done entry stays done, so the entries at the front
 * are asked only once over all looks. This matters to a wait for very many entries, which looks
 * again after each of them.
 */
final class OpenEntries {

  private final int count;
  private final IntPredicate isDone;
  private int first;

  OpenEntries(int count, IntPredicate isDone) {
    this.count = count;
    this.isDone = isDone;
  }

  /** Whether all entries are done. */
  boolean isEmpty() {
    while (first < count && isDone.test(first)) {
      first++;
    }
    return first == count;
  }
}
