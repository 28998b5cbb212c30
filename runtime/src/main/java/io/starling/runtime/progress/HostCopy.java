package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A range of a device's memory whose bytes lie in a lane of host memory as well, or soon will. It
 * is used again for other ranges.
 */
final class HostCopy {

  /** How many sends will take it that nobody has counted. */
  static final int MANY = Integer.MAX_VALUE;

  MemorySegment lane;
  long address;
  long length;

  /** How many transfers that are under way use the lane. */
  int users;

  /** How many sends are still to come. */
  int uses;

  /** Whether the lane has the bytes. */
  boolean whole;

  /** Where it is to be found, or null: then the lane is free once nobody uses it. */
  HostCopies index;

  private int[] waiting = new int[4];
  private int waitingCount;

  /** The end of the range. */
  long end() {
    return address + length;
  }

  /** Lets a transfer wait until it is whole. */
  void await(int row) {
    if (waitingCount == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * waitingCount);
    }
    waiting[waitingCount++] = row;
  }

  /** A transfer does not wait any more. */
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

  /** One of the transfers that wait, which does so no longer; first come, first served. */
  int nextWaiting() {
    int row = waiting[0];
    waitingCount--;
    System.arraycopy(waiting, 1, waiting, 0, waitingCount);
    return row;
  }
}
