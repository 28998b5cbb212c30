package io.starling.runtime.transport.simulated;

import java.util.Arrays;

/** Events that wait for a rank's processor, oldest first. */
final class Inbox {

  private static final int KIND_BITS = 3;

  private int[] ring = new int[8];
  private int head;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(int kind, int flight) {
    if (size == ring.length) {
      int[] larger = Arrays.copyOf(ring, 2 * size);
      System.arraycopy(ring, 0, larger, size, head);
      ring = larger;
    }
    ring[(head + size++) & (ring.length - 1)] = flight << KIND_BITS | kind;
  }

  int kind() {
    return ring[head] & ((1 << KIND_BITS) - 1);
  }

  int flight() {
    return ring[head] >>> KIND_BITS;
  }

  void remove() {
    head = (head + 1) & (ring.length - 1);
    size--;
  }
}
