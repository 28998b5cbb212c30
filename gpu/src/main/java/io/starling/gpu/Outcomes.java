package io.starling.gpu;

import io.starling.runtime.memory.Device;
import java.util.Arrays;

/**
 * Work that has ended without an event, because it was empty or failed. The next progress reports
 * it, like all other work. It allocates nothing in the steady state; one thread at a time.
 */
final class Outcomes {

  private static final int FIRST_CAPACITY = 8;

  private int[] works = new int[FIRST_CAPACITY];
  private String[] failures = new String[FIRST_CAPACITY];
  private int count;

  /** Adds the outcome of a piece of work. */
  void add(int work, String failure) {
    if (count == works.length) {
      works = Arrays.copyOf(works, 2 * count);
      failures = Arrays.copyOf(failures, 2 * count);
    }
    works[count] = work;
    failures[count++] = failure;
  }

  /**
   * Reports the outcomes that were added before the call; returns how many. A listener may add
   * more.
   */
  int tell(Device.Listener listener) {
    int told = count;
    for (int index = 0; index < told; index++) {
      listener.ended(works[index], failures[index]);
    }
    System.arraycopy(works, told, works, 0, count - told);
    System.arraycopy(failures, told, failures, 0, count - told);
    Arrays.fill(failures, count - told, count, null);
    count -= told;
    return told;
  }
}
