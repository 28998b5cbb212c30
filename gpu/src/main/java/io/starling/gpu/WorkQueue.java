package io.starling.gpu;

import java.util.Arrays;

/**
 * The open work on one stream, oldest first: its number, its event, its name, and the memory that
 * it reads and writes. A stream completes its work in this order.
 *
 * <p>All work reads {@code length} bytes at {@code left} and at {@code right} and writes as many at
 * {@code into}; a copy reads the same twice. Host and device addresses are one address space (CUDA
 * calls it unified addressing), so one test finds conflicts in either.
 *
 * <p>A ring of columns that grow: nothing is allocated in the steady state. One thread at a time.
 */
final class WorkQueue {

  /** The number of work without notification. */
  static final int NOBODY = -1;

  private static final int FIRST_CAPACITY = 16;

  private int[] works = new int[FIRST_CAPACITY];
  private long[] events = new long[FIRST_CAPACITY];
  private String[] descriptions = new String[FIRST_CAPACITY];
  private long[] lefts = new long[FIRST_CAPACITY];
  private long[] rights = new long[FIRST_CAPACITY];
  private long[] intos = new long[FIRST_CAPACITY];
  private long[] lengths = new long[FIRST_CAPACITY];

  /** The numbers of pieces of work that were removed and added so far. */
  private long oldest;

  private long next;

  /** Adds the latest work. */
  void add(
      int work, String description, long event, long left, long right, long into, long length) {
    if (next - oldest == works.length) {
      grow();
    }
    int slot = slot(next);
    works[slot] = work;
    descriptions[slot] = description;
    events[slot] = event;
    lefts[slot] = left;
    rights[slot] = right;
    intos[slot] = into;
    lengths[slot] = length;
    next++;
  }

  boolean isEmpty() {
    return oldest == next;
  }

  int oldestWork() {
    return works[slot(oldest)];
  }

  long oldestEvent() {
    return events[slot(oldest)];
  }

  String oldestDescription() {
    return descriptions[slot(oldest)];
  }

  void removeOldest() {
    descriptions[slot(oldest)] = null;
    oldest++;
  }

  /** The event of the latest work; 0 if nothing is open. */
  long youngestEvent() {
    return isEmpty() ? 0 : events[slot(next - 1)];
  }

  /** The event of the latest work that the given work must not overtake; 0 if there is none. */
  long youngestConflict(long left, long right, long into, long length) {
    for (long sequence = next - 1; sequence >= oldest; sequence--) {
      int slot = slot(sequence);
      if (conflicts(slot, left, right, into, length)) {
        return events[slot];
      }
    }
    return 0;
  }

  /** The name of the latest work that reads or writes some of these bytes, or null. */
  String touching(long address, long length) {
    for (long sequence = next - 1; sequence >= oldest; sequence--) {
      int slot = slot(sequence);
      if (conflicts(slot, address, address, address, length)) {
        return descriptions[slot];
      }
    }
    return null;
  }

  private boolean conflicts(int slot, long left, long right, long into, long length) {
    long other = lengths[slot];
    return length != 0
        && other != 0
        && (overlap(into, length, lefts[slot], other)
            || overlap(into, length, rights[slot], other)
            || overlap(into, length, intos[slot], other)
            || overlap(left, length, intos[slot], other)
            || overlap(right, length, intos[slot], other));
  }

  private static boolean overlap(long one, long length, long other, long otherLength) {
    return one < other + otherLength && other < one + length;
  }

  private int slot(long sequence) {
    return (int) sequence & works.length - 1;
  }

  private void grow() {
    int capacity = works.length;
    works = Arrays.copyOf(works, 2 * capacity);
    events = Arrays.copyOf(events, 2 * capacity);
    descriptions = Arrays.copyOf(descriptions, 2 * capacity);
    lefts = Arrays.copyOf(lefts, 2 * capacity);
    rights = Arrays.copyOf(rights, 2 * capacity);
    intos = Arrays.copyOf(intos, 2 * capacity);
    lengths = Arrays.copyOf(lengths, 2 * capacity);
    for (long sequence = oldest; sequence < next; sequence++) {
      move((int) sequence & capacity - 1, slot(sequence));
    }
  }

  private void move(int from, int to) {
    if (from != to) {
      works[to] = works[from];
      events[to] = events[from];
      descriptions[to] = descriptions[from];
      lefts[to] = lefts[from];
      rights[to] = rights[from];
      intos[to] = intos[from];
      lengths[to] = lengths[from];
    }
  }
}
