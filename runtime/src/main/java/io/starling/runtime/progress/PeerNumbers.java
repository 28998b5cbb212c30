package io.starling.runtime.progress;

import io.starling.runtime.TransportException;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;

/**
 * The numbers of the ranks that a {@link Port} knows. A peer that joins gets the next number; the
 * number of one that has left is not used again. Asked only where peers come and go, and where a
 * message has no way.
 */
public final class PeerNumbers {

  private final int rank;
  private final int capacity;
  private final BitSet left = new BitSet();
  private int size;

  /** The numbers of a port with {@code size} ranks and room for {@code capacity} ones. */
  public PeerNumbers(int rank, int size, int capacity) {
    if (capacity < size) {
      throw new IllegalArgumentException(
          "rank %d: a capacity of %d has no room for %d ranks".formatted(rank, capacity, size));
    }
    this.rank = rank;
    this.size = size;
    this.capacity = capacity;
  }

  /** The number of ranks that there are or were. */
  public int size() {
    return size;
  }

  /** The largest possible {@link #size}. */
  public int capacity() {
    return capacity;
  }

  /** Refuses a peer that can't join with this number; see {@link Port#connect}. */
  public void checkJoin(int peer) {
    if (size == capacity) {
      throw new IllegalStateException(
          "rank %d can't connect rank %d: its port has room for %d ranks, and numbers of ranks that have left are not used again. Make the port with a larger capacity"
              .formatted(rank, peer, capacity));
    }
    if (peer != size) {
      throw new IllegalArgumentException(
          "rank %d can't connect rank %d: the next rank that joins is number %d, as no number is used twice"
              .formatted(rank, peer, size));
    }
  }

  /** Gives a peer the next number; see {@link #checkJoin}. */
  public void join(int peer) {
    checkJoin(peer);
    size++;
  }

  /**
   * Refuses a peer that can't leave; see {@link Port#disconnect}.
   *
   * @param openSendsTo counts the sends to it that are open
   */
  public void checkLeave(int peer, IntUnaryOperator openSendsTo) {
    if (peer == rank) {
      throw new IllegalArgumentException("rank %d can't disconnect itself".formatted(rank));
    }
    checkReach(peer);
    int openSends = openSendsTo.applyAsInt(peer);
    if (openSends > 0) {
      throw new IllegalStateException(
          "rank %d can't disconnect rank %d: %d sends to it are open; wait for them first"
              .formatted(rank, peer, openSends));
    }
  }

  /** A peer leaves. */
  public void leave(int peer) {
    left.set(peer);
  }

  /** Refuses a message to a peer that has not joined, or has left. */
  public void checkReach(int peer) {
    if (left.get(peer)) {
      throw new TransportException(hasLeft(peer));
    }
    if (peer >= size) {
      throw new TransportException(
          "rank %d can't reach rank %d, which has not joined: there are %d ranks; connect it first"
              .formatted(rank, peer, size));
    }
  }

  /** Whether a receive is from a peer that has left, and none else. */
  public boolean isFromLeft(long tag, long mask) {
    return !left.isEmpty() && !Tags.isFromAnySource(mask) && left.get(Tags.sourceOf(tag));
  }

  /** The peers that have left. */
  public BitSet left() {
    return left;
  }

  /** Why a message to or from a peer fails. */
  public String hasLeft(int peer) {
    return "rank %d has disconnected rank %d; a rank that joins again has another number"
        .formatted(rank, peer);
  }
}
