package io.starling.runtime.transport.shared;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Sends that found no room, in their order. */
final class WaitingSends {

  /** One of them. */
  static final class Send {
    int transfer;
    Peer peer;
    long tag;
    long address;
    long length;
    boolean synchronous;
  }

  /** Tries to send. */
  interface Attempt {
    /** Whether it was sent. */
    boolean send(int transfer, Peer peer, long tag, long address, long length, boolean synchronous);
  }

  private Send[] sends = new Send[0];
  private int count;
  private long pass;

  boolean isEmpty() {
    return count == 0;
  }

  void add(int transfer, Peer peer, long tag, long address, long length, boolean synchronous) {
    if (count == sends.length) {
      sends = Arrays.copyOf(sends, Math.max(16, 2 * count));
      for (int i = count; i < sends.length; i++) {
        sends[i] = new Send();
      }
    }
    Send send = sends[count++];
    send.transfer = transfer;
    send.peer = peer;
    send.tag = tag;
    send.address = address;
    send.length = length;
    send.synchronous = synchronous;
    peer.addWaiting(1);
  }

  /** Drops those to a peer that has failed. */
  void drop(Peer peer, IntConsumer dropped) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      Send send = sends[i];
      if (send.peer == peer) {
        peer.addWaiting(-1);
        dropped.accept(send.transfer);
      } else {
        sends[i] = sends[kept];
        sends[kept++] = send;
      }
    }
    count = kept;
  }

  /**
   * Tries all again and returns how many were sent. Where one finds no room, later ones to the same
   * peer keep behind it.
   */
  int retry(Attempt attempt) {
    int kept = 0;
    pass++;
    for (int i = 0; i < count; i++) {
      Send send = sends[i];
      if (!send.peer.isBlocked(pass)
          && attempt.send(
              send.transfer, send.peer, send.tag, send.address, send.length, send.synchronous)) {
        send.peer.addWaiting(-1);
      } else {
        send.peer.block(pass);
        sends[i] = sends[kept];
        sends[kept++] = send;
      }
    }
    int sent = count - kept;
    count = kept;
    return sent;
  }
}
