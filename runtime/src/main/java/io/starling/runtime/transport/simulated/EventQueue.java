package io.starling.runtime.transport.simulated;

import java.util.Arrays;

/**
 * What is going to happen, the earliest first, and what happens at the same time in the order in
 * which it was added. A heap of four children a node in two arrays: nothing is allocated.
 */
final class EventQueue {

  private static final int KIND_BITS = 3;
  private static final int SUBJECT_BITS = 28;
  private static final int CHILDREN = 4;

  private long[] times = new long[1024];

  /** The order of addition, then the kind, then the subject; so it also breaks ties. */
  private long[] events = new long[1024];

  private int size;
  private long added;

  boolean isEmpty() {
    return size == 0;
  }

  /** How many events were ever added. */
  long added() {
    return added;
  }

  /**
   * Adds an event.
   *
   * @param kind from 0 to 7
   * @param subject whom it happens to, below 2^28
   */
  void add(long time, int kind, int subject) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      events = Arrays.copyOf(events, 2 * size);
    }
    long event = (added++ << KIND_BITS | kind) << SUBJECT_BITS | subject;
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) / CHILDREN;
      if (isBefore(times[parent], events[parent], time, event)) {
        break;
      }
      times[hole] = times[parent];
      events[hole] = events[parent];
      hole = parent;
    }
    times[hole] = time;
    events[hole] = event;
  }

  /** When the earliest happens; there must be one. */
  long time() {
    return times[0];
  }

  int kind() {
    return (int) (events[0] >>> SUBJECT_BITS) & ((1 << KIND_BITS) - 1);
  }

  int subject() {
    return (int) events[0] & ((1 << SUBJECT_BITS) - 1);
  }

  /** Removes the earliest. */
  void remove() {
    long time = times[--size];
    long event = events[size];
    int hole = 0;
    while (true) {
      int child = earliestChild(hole);
      if (child < 0 || isBefore(time, event, times[child], events[child])) {
        break;
      }
      times[hole] = times[child];
      events[hole] = events[child];
      hole = child;
    }
    times[hole] = time;
    events[hole] = event;
  }

  private int earliestChild(int parent) {
    int first = parent * CHILDREN + 1;
    if (first >= size) {
      return -1;
    }
    int earliest = first;
    int end = Math.min(size, first + CHILDREN);
    for (int child = first + 1; child < end; child++) {
      if (isBefore(times[child], events[child], times[earliest], events[earliest])) {
        earliest = child;
      }
    }
    return earliest;
  }

  private static boolean isBefore(long time, long event, long otherTime, long otherEvent) {
    return time < otherTime || (time == otherTime && event < otherEvent);
  }
}
