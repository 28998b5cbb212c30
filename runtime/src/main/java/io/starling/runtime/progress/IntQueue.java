package io.starling.runtime.progress;

import java.util.Arrays;

/** A first-in, first-out queue of ints. It allocates only to grow. */
final class IntQueue {

  private int[] ring = new int[64];
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(int value) {
    if (size == ring.length) {
      grow();
    }
    ring[(head + size++) & (ring.length - 1)] = value;
  }

  /** Removes the oldest entry; the queue must not be empty. */
  int remove() {
    int value = ring[head];
    head = (head + 1) & (ring.length - 1);
    size--;
    return value;
  }

  private void grow() {
    int[] larger = Arrays.copyOf(ring, 2 * ring.length);
    System.arraycopy(ring, 0, larger, ring.length, head);
    ring = larger;
  }
}
