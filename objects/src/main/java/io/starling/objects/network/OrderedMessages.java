package io.starling.objects.network;

import io.starling.objects.wire.MalformedFrameException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The messages between two processes: each arrives once and in order, over as many connections as
 * that takes.
 *
 * <pre>
 *   add --> unsent --next--> sent --acknowledged--> gone
 *              ^              |
 *              '--- broken ---'       the next connection begins after what the peer has
 * </pre>
 *
 * <p>Invariant: {@code sent} then {@code unsent} are in the order of their sequence numbers, and
 * have every message that the peer may lack. Numbers grow, but not by one: a stream ends with its
 * connection, so its messages are not sent again.
 */
final class OrderedMessages {

  /** After so many messages the peer hears what has arrived, even if nothing is sent to it. */
  static final int PATIENCE = 64;

  /**
   * A message that waits.
   *
   * @param ofStream whether it is about a stream, which ends with the connection
   */
  record Queued(long sequence, long view, boolean ofStream, byte[] bytes) {}

  private final Deque<Queued> unsent = new ArrayDeque<>();
  private final Deque<Queued> sent = new ArrayDeque<>();
  private long lastAdded;
  private long lastSent;
  private long received;
  private long acknowledged;
  private boolean demanded;

  void add(long view, boolean ofStream, byte[] bytes) {
    unsent.add(new Queued(++lastAdded, view, ofStream, bytes));
  }

  boolean hasUnsent() {
    return !unsent.isEmpty();
  }

  /** Whether the peer has everything. */
  boolean isSettled() {
    return unsent.isEmpty() && sent.isEmpty();
  }

  /** The next message, which stays here until the peer has it. */
  Queued peek() {
    return unsent.peek();
  }

  /** The message of {@link #peek} goes to the connection. */
  void sent() {
    Queued message = unsent.remove();
    lastSent = Math.max(lastSent, message.sequence());
    sent.add(message);
  }

  /** The number up to which the peer's messages have arrived; the caller tells it the peer. */
  long acknowledge() {
    acknowledged = received;
    demanded = false;
    return received;
  }

  /** The number up to which the peer's messages have arrived. */
  long received() {
    return received;
  }

  /** Whether the peer does not know yet of all that has arrived. */
  boolean owes() {
    return acknowledged < received;
  }

  /** Whether it has to hear it now, by a frame of its own if there is no other. */
  boolean owesNow() {
    return owes() && (demanded || received - acknowledged >= PATIENCE);
  }

  /** The peer has waited long enough. */
  void demand() {
    demanded = true;
  }

  /** The peer has all messages up to a number. */
  void onAcknowledged(long number) throws MalformedFrameException {
    if (number > lastSent) {
      throw new MalformedFrameException(
          "acknowledged message %d, but the last one has number %d".formatted(number, lastSent));
    }
    while (!sent.isEmpty() && sent.peek().sequence() <= number) {
      sent.remove();
    }
  }

  /** A message has arrived. */
  void onReceived(long sequence) throws MalformedFrameException {
    if (sequence <= received) {
      throw new MalformedFrameException(
          "sent message %d after message %d".formatted(sequence, received));
    }
    received = sequence;
  }

  /** The connection broke: what the peer may lack is sent again, except for messages of streams. */
  void onBroken() {
    while (!sent.isEmpty()) {
      unsent.addFirst(sent.removeLast());
    }
    unsent.removeIf(Queued::ofStream);
    demanded = false;
  }

  /**
   * A new connection begins, to a peer that has all messages up to a number.
   *
   * @throws MalformedFrameException if the peer has what was not sent
   */
  void resume(long peerHas) throws MalformedFrameException {
    if (peerHas > lastSent) {
      throw new MalformedFrameException(
          "has message %d, but the last one has number %d".formatted(peerHas, lastSent));
    }
    unsent.removeIf(message -> message.sequence() <= peerHas);
    acknowledged = received;
  }
}
