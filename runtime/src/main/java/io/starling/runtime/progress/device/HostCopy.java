package io.starling.runtime.progress.device;

import io.starling.runtime.progress.Share;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A copy of a range of device memory in a slot of host memory, complete or under way. The object is
 * reused for other ranges.
 */
final class HostCopy {

  MemorySegment slot;
  long address;
  long length;

  /** The number of open transfers that use the slot. */
  int users;

  /** The number of sends still to come; {@link Share#MANY} if it is not known. */
  int uses;

  /** Whether the slot has the bytes. */
  boolean whole;

  /**
   * The copies in which it can be found, or null: the slot is then free as soon as it is unused.
   */
  HostCopies index;

  private int[] waiting = new int[4];
  private int waitingCount;

  /** The end of the range. */
  long end() {
    return address + length;
  }

  /** Lets a transfer wait until the copy is complete. */
  void await(int row) {
    if (waitingCount == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * waitingCount);
    }
    waiting[waitingCount++] = row;
  }

  /** Removes a transfer from those that wait. */
  void forget(int row) {
    int kept = 0;
    for (int i = 0; i < waitingCount; i++) {
      if (waiting[i] != row) {
        waiting[kept++] = waiting[i];
      }
    }
    waitingCount = kept;
  }

  boolean isAwaited() {
    return waitingCount > 0;
  }

  /** Removes the transfer that has waited longest. */
  int nextWaiting() {
    int row = waiting[0];
    waitingCount--;
    System.arraycopy(waiting, 1, waiting, 0, waitingCount);
    return row;
  }
}
