package io.starling.gpu;

import io.starling.runtime.memory.Device;
import java.util.Arrays;

/**
 * Work that has ended without an event: it was empty, or it failed. It is told with the next
 * progress, as all other. Nothing is allocated in the steady state; one thread at a time.
 */
final class Outcomes {

  private static final int FIRST_CAPACITY = 8;

  private int[] works = new int[FIRST_CAPACITY];
  private String[] failures = new String[FIRST_CAPACITY];
  private int count;

  /** Takes a note. */
  void add(int work, String failure) {
    if (count == works.length) {
      works = Arrays.copyOf(works, 2 * count);
      failures = Arrays.copyOf(failures, 2 * count);
    }
    works[count] = work;
    failures[count++] = failure;
  }

  /** Tells what was noted before the call, and returns how much; a listener may add more. */
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
