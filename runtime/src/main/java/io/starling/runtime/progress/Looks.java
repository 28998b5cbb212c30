package io.starling.runtime.progress;

import java.util.ArrayList;
import java.util.List;

/**
 * The operations that look at memory which other ranks write. They look at each turn of the engine.
 * No transport says when such memory changes, so sleeps are short.
 */
final class Looks {

  private static final long SLEEP_NANOSECONDS = 50_000;

  private final List<Operation> open = new ArrayList<>();

  void add(Operation operation) {
    open.add(operation);
  }

  void remove(Operation operation) {
    open.remove(operation);
  }

  /** Lets all look; returns how many have moved. One that ends leaves, and others may come. */
  int turn() {
    int moved = 0;
    for (int index = open.size() - 1; index >= 0; index--) {
      if (index < open.size() && open.get(index).lookNow()) {
        moved++;
      }
    }
    return moved;
  }

  /** The longest sleep of a waiting thread, in nanoseconds. */
  long longestSleep() {
    return open.isEmpty() ? Long.MAX_VALUE : SLEEP_NANOSECONDS;
  }
}
