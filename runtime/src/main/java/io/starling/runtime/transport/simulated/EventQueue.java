package io.starling.runtime.transport.simulated;

import java.util.Arrays;

/**
 * Future events, ordered by time; events of the same time in the order of addition. A heap in one
 * array, in which the four children of a node are adjacent; it allocates nothing. An event that is
 * added as the earliest of all stands before the heap: many are, and are removed next.
 */
final class EventQueue {

  private static final int KIND_BITS = 3;
  private static final int SUBJECT_BITS = 28;
  private static final int CHILDREN = 4;

  /** For each event its time, then the order of its addition, its kind and its subject. */
  private long[] heap = new long[1024];

  /** Of the heap. */
  private int size;

  private long added;

  /** The event before the heap, where there is one. */
  private boolean hasFront;

  private long frontTime;
  private long frontEvent;

  boolean isEmpty() {
    return size == 0 && !hasFront;
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
    long event = (added++ << KIND_BITS | kind) << SUBJECT_BITS | subject;
    if (!isEmpty() && time >= time()) {
      insert(time, event);
      return;
    }
    if (hasFront) {
      insert(frontTime, frontEvent);
    }
    hasFront = true;
    frontTime = time;
    frontEvent = event;
  }

  private void insert(long time, long event) {
    if (2 * size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * heap.length);
    }
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) / CHILDREN;
      if (isBefore(heap[2 * parent], heap[2 * parent + 1], time, event)) {
        break;
      }
      put(hole, heap[2 * parent], heap[2 * parent + 1]);
      hole = parent;
    }
    put(hole, time, event);
  }

  /** The time of the earliest event; there must be one. */
  long time() {
    return hasFront ? frontTime : heap[0];
  }

  int kind() {
    return (int) (event() >>> SUBJECT_BITS) & ((1 << KIND_BITS) - 1);
  }

  int subject() {
    return (int) event() & ((1 << SUBJECT_BITS) - 1);
  }

  private long event() {
    return hasFront ? frontEvent : heap[1];
  }

  /** Removes the earliest event. */
  void remove() {
    if (hasFront) {
      hasFront = false;
      return;
    }
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
