package io.starling.runtime.transport.simulated;

import java.util.Arrays;

/**
 * Future events, ordered by time; events of the same time in the order of addition. A heap in one
 * array, in which the four children of a node are adjacent; it allocates nothing.
 */
final class EventQueue {

  private static final int KIND_BITS = 3;
  private static final int SUBJECT_BITS = 28;
  private static final int CHILDREN = 4;

  /** For each event its time, then the order of its addition, its kind and its subject. */
  private long[] heap = new long[1024];

  private int size;
  private long added;

  boolean isEmpty() {
    return size == 0;
  }

  /** The number of events that were added so far. */
  long added() {
    return added;
  }

  /**
   * Adds an event.
   *
   * @param kind from 0 to 7
   * @param subject the subject of the event, below 2^28
   */
  void add(long time, int kind, int subject) {
    if (2 * size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * heap.length);
    }
    long event = (added++ << KIND_BITS | kind) << SUBJECT_BITS | subject;
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) / CHILDREN;
      // Events of the same time are ordered by their addition.
      if (heap[2 * parent] <= time) {
        break;
      }
      put(hole, heap[2 * parent], heap[2 * parent + 1]);
      hole = parent;
    }
    put(hole, time, event);
  }

  /** The time of the earliest event; there must be one. */
  long time() {
    return heap[0];
  }

  int kind() {
    return (int) (heap[1] >>> SUBJECT_BITS) & ((1 << KIND_BITS) - 1);
  }

  int subject() {
    return (int) heap[1] & ((1 << SUBJECT_BITS) - 1);
  }

  /** Removes the earliest event. */
  void remove() {
    size--;
    long time = heap[2 * size];
    long event = heap[2 * size + 1];
    int hole = 0;
    int child = earliestChild(hole);
    while (child > 0 && isBefore(heap[2 * child], heap[2 * child + 1], time, event)) {
      put(hole, heap[2 * child], heap[2 * child + 1]);
      hole = child;
      child = earliestChild(hole);
    }
    put(hole, time, event);
  }

  private void put(int place, long time, long event) {
    heap[2 * place] = time;
    heap[2 * place + 1] = event;
  }

  /** The place of the earliest child, or 0 where there is none. */
  private int earliestChild(int parent) {
    int first = parent * CHILDREN + 1;
    if (first >= size) {
      return 0;
    }
    int earliest = first;
    int end = Math.min(size, first + CHILDREN);
    for (int child = first + 1; child < end; child++) {
      if (isBefore(
          heap[2 * child], heap[2 * child + 1], heap[2 * earliest], heap[2 * earliest + 1])) {
        earliest = child;
      }
    }
    return earliest;
  }

  private static boolean isBefore(long time, long event, long otherTime, long otherEvent) {
    return time < otherTime || (time == otherTime && event < otherEvent);
  }
}
