package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameChannel;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/**
 * A store's end of a connection to an unknown client, a rank, an agent below or the store above.
 * For one thread.
 */
final class StoreConnection {

  /** The bytes, without tables, that a rank may leave unread before it is dropped. */
  private static final long UNREAD_BY_A_RANK = 16L << 20;

  /** The same for another store, which represents many ranks. */
  private static final long UNREAD_BY_A_STORE = 64L << 20;

  /** How long a peer may read nothing of the data that waits for it, tables included. */
  private static final long UNREAD_NANOSECONDS = 60_000_000_000L;

  /** The most keys that a rank may put, and the most requests and fences that it may have open. */
  private static final int ALLOWED = 1024;

  /** The most bytes that a rank may have in open exchanges. */
  private static final long HELD = 16L << 20;

  private final FrameChannel channel;
  private final SelectionKey key;
  private final byte[] challenge = Handshake.nonce();
  private final long openedAt;

  /** The ranks that this connection may represent. */
  private final BitSet ranks = new BitSet();

  private final Set<String> keys = new HashSet<>();
  private Handshake.Peer peer;
  private long heardAt;
  private int open;
  private long held;
  private boolean parent;
  private long takenAt;
  private boolean paused;
  private boolean unwritten;
  private boolean broken;

  private StoreConnection(FrameChannel channel, SelectionKey key, long now) {
    this.channel = channel;
    this.key = key;
    openedAt = now;
    heardAt = now;
  }

  /** Watches a socket; the key's attachment is the connection. */
  static StoreConnection register(FrameChannel channel, Selector selector, long now)
      throws IOException {
    SelectionKey key = channel.socket().register(selector, SelectionKey.OP_READ);
    StoreConnection connection = new StoreConnection(channel, key, now);
    key.attach(connection);
    return connection;
  }

  byte[] challenge() {
    return challenge;
  }

  /** Null until the client has proved that it belongs to the job. */
  Handshake.Peer peer() {
    return peer;
  }

  boolean is(Role role) {
    return peer != null && peer.role() == role;
  }

  void admit(Handshake.Peer known) {
    peer = known;
    channel.trust();
    if (known.role() != Role.AGENT && known.number() >= 0) {
      ranks.set(known.number());
    }
  }

  /** Makes this the connection to the store above. */
  void trustAsParent() {
    parent = true;
    peer = new Handshake.Peer(0, Role.AGENT);
    channel.trust();
  }

  boolean isOverdue(long now) {
    return now - openedAt > Handshake.PATIENCE.toNanos();
  }

  BitSet ranks() {
    return ranks;
  }

  /**
   * Checks that the peer represents a rank.
   *
   * @throws IOException if it does not
   */
  void checkSpeaksFor(int rank) throws IOException {
    if (rank < 0 || !ranks.get(rank)) {
      throw new IOException(peer + " spoke for rank " + rank);
    }
  }

  /** A message about a rank, for which the peer must speak. */
  Frame checked(Frame frame) throws IOException {
    checkSpeaksFor(frame.number());
    return frame;
  }

  /** Counts a key toward the limit of the peer. */
  void countKey(String name) throws IOException {
    if (keys.add(name)) {
      checkAllowed(keys.size());
    }
  }

  /** Counts an open request, or a fence that the peer has entered. */
  void countOpen() throws IOException {
    checkAllowed(++open);
  }

  void countAnswered() {
    open--;
  }

  private void checkAllowed(int count) throws IOException {
    if (count > (long) ALLOWED * speaksFor()) {
      throw new IOException(peer + " has more open requests than are allowed");
    }
  }

  private int speaksFor() {
    return Math.max(1, ranks.cardinality());
  }

  /** Counts bytes that the peer has contributed to an open exchange. */
  void countHeld(long bytes) throws IOException {
    held += bytes;
    if (held > HELD * speaksFor()) {
      throw new IOException(
          "%s has contributed %d bytes to open exchanges, which is too much".formatted(peer, held));
    }
  }

  /** The exchange is over. */
  void countReleased(long bytes) {
    held -= bytes;
  }

  long heardAt() {
    return heardAt;
  }

  /** Does not count time during which this process was suspended or did not read. */
  void excuse(long nanoseconds, long now) {
    heardAt = Math.min(heardAt + nanoseconds, now);
  }

  /** Reads the data that has arrived; returns false once the client has closed. */
  boolean fill(long now) throws IOException {
    int before = channel.arrived();
    boolean alive = channel.fill();
    if (channel.arrived() != before) {
      heardAt = now;
    }
    return alive;
  }

  Frame next() throws IOException {
    return channel.next(peer == null ? Frame.MAXIMUM_HELLO : Frame.MAXIMUM);
  }

  /** Pauses or resumes reading. */
  void pause(boolean now, long time) {
    if (paused != now && !broken) {
      paused = now;
      heardAt = time;
      watch();
    }
  }

  boolean isPaused() {
    return paused;
  }

  /**
   * Sends now or, if the peer reads slowly, later. A peer that leaves too much unread is dropped,
   * except the store above: data that goes up is bounded by the data read from below.
   */
  void offer(Frame frame) {
    if (!broken) {
      channel.enqueue(frame);
      flush();
    }
  }

  void flush() {
    try {
      long waiting = unsent();
      unwritten = !channel.flush();
      if (!unwritten || unsent() < waiting) {
        takenAt = System.nanoTime();
      }
      if (leavesTooMuch()) {
        channel.socket().shutdownInput();
        giveUp();
      }
    } catch (IOException e) {
      giveUp();
    }
    watch();
  }

  /** Stops sending and keeps reading, so that the loop finds and handles the connection's end. */
  private void giveUp() {
    broken = true;
    unwritten = false;
    paused = false;
  }

  private void watch() {
    if (key.isValid()) {
      int reading = paused ? 0 : SelectionKey.OP_READ;
      key.interestOps(unwritten ? reading | SelectionKey.OP_WRITE : reading);
    }
  }

  private boolean leavesTooMuch() {
    if (parent) {
      return false;
    }
    long others = is(Role.AGENT) ? UNREAD_BY_A_STORE : UNREAD_BY_A_RANK;
    return channel.unsent() > others;
  }

  /** Whether it has been slow for so long that it must be dropped. */
  boolean hasStalled(long now) {
    return unwritten && now - takenAt > UNREAD_NANOSECONDS;
  }

  /** The number of bytes that wait to be sent. */
  long unsent() {
    return channel.unsent() + channel.unsentTables();
  }

  void close() {
    channel.close();
  }
}
