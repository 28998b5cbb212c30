package io.starling.runtime.transport.shared;

/** Sends that wait for room in one peer's ring, in their order. */
final class WaitingSends {

  private static final int INITIAL_ROOM = 16;

  /** A ring buffer; its length is a power of two. */
  private Message[] sends = new Message[0];

  private int head;
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  /** Adds a copy. */
  void add(Message message) {
    if (count == sends.length) {
      grow();
    }
    sends[(head + count++) & (sends.length - 1)].set(message);
  }

  private void grow() {
    Message[] larger = new Message[Math.max(INITIAL_ROOM, 2 * count)];
    for (int i = 0; i < larger.length; i++) {
      larger[i] = i < count ? sends[(head + i) & (count - 1)] : new Message();
    }
    sends = larger;
    head = 0;
  }

  Message first() {
    return sends[head];
  }

  void removeFirst() {
    sends[head].heap = null;
    head = (head + 1) & (sends.length - 1);
    count--;
  }
}
