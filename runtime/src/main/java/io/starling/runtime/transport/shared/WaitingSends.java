package io.starling.runtime.transport.shared;

import java.lang.foreign.MemorySegment;

/** Sends that wait for room in one peer's ring, in their order. */
final class WaitingSends {

  /** A waiting send. */
  static final class Send {
    int transfer;
    long tag;
    MemorySegment heap;
    long address;
    long length;
    boolean synchronous;
  }

  private static final int INITIAL_ROOM = 16;

  /** A ring buffer; its length is a power of two. */
  private Send[] sends = new Send[0];

  private int head;
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  void add(
      int transfer, long tag, MemorySegment heap, long address, long length, boolean synchronous) {
    if (count == sends.length) {
      grow();
    }
    Send send = sends[(head + count++) & (sends.length - 1)];
    send.transfer = transfer;
    send.tag = tag;
    send.heap = heap;
    send.address = address;
    send.length = length;
    send.synchronous = synchronous;
  }

  private void grow() {
    Send[] larger = new Send[Math.max(INITIAL_ROOM, 2 * count)];
    for (int i = 0; i < larger.length; i++) {
      larger[i] = i < count ? sends[(head + i) & (count - 1)] : new Send();
    }
    sends = larger;
    head = 0;
  }

  Send first() {
    return sends[head];
  }

  void removeFirst() {
    sends[head].heap = null;
    head = (head + 1) & (sends.length - 1);
    count--;
  }
}
