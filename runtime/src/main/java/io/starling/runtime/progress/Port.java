package io.starling.runtime.progress;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * Carries segments between ranks. Each rank has one port; it is implemented over UCX, over shared
 * memory, between threads, and by the simulator in virtual time.
 *
 * <p>The engine names each transfer by a small number. The port reports the end of a transfer to
 * its {@link Completions}, during the post or during {@link #progress}. That only queues the
 * completion, so a post never calls back into an operation. All memory passed to a port is native,
 * or on the Java heap if it {@linkplain #takesHeap takes that}, and stays reachable until the
 * transfer ends.
 *
 * <p>Messages with the same source and tag are received in the order in which they were sent.
 *
 * <p>Calls are serialized, except {@link #sleep}; each happens after the previous one, possibly on
 * another thread.
 */
public interface Port extends Messages, AutoCloseable {

  /** In place of the place of memory: other ranks do not map it. */
  long NOWHERE = -1;

  int rank();

  /** The number of ranks that have a number: those at the start, and those that have joined. */
  int size();

  /** The largest possible {@link #size}. */
  default int capacity() {
    return size();
  }

  /**
   * A peer joins. Only this rank learns of it: both ranks connect each other before either sends to
   * the other, which their caller ensures. Receives from any source also match its messages. Memory
   * that its messages need is mapped here; connections are made with the first send.
   *
   * @param peer its number, which is {@link #size}
   * @param address what its port has published
   * @throws IllegalArgumentException if it is another number
   * @throws IllegalStateException if there are {@link #capacity} ranks
   * @throws io.starling.runtime.TransportException if the peer can't be reached
   * @throws UnsupportedOperationException if the ranks of this port are fixed
   */
  default void connect(int peer, byte[] address) {
    throw fixed();
  }

  /**
   * A peer leaves, or this rank leaves it; its number is not used again. Only this rank learns of
   * it, and the peer sends nothing more. Messages that have arrived can still be received. Receives
   * from this peer that have no message, now or later, end with {@link
   * Completions.Failure#UNREACHABLE}; those from any source stay open. A later send to it throws
   * {@link io.starling.runtime.TransportException}. What the peer has used is freed now, or at a
   * later {@code connect}, {@code disconnect} or {@code close} if messages still need it.
   *
   * @throws IllegalStateException if sends to this peer are open, whose memory it may read
   * @throws IllegalArgumentException if it is this rank
   * @throws io.starling.runtime.TransportException if it has left, or has not joined
   * @throws UnsupportedOperationException if the ranks of this port are fixed
   */
  default void disconnect(int peer) {
    throw fixed();
  }

  /**
   * A peer joins that is reached through another port of this rank: here it only takes the next
   * number. It leaves with {@link #disconnect} like others.
   *
   * @param peer its number, which is {@link #size}
   * @throws IllegalArgumentException if it is another number
   * @throws IllegalStateException if there are {@link #capacity} ranks
   * @throws UnsupportedOperationException if the ranks of this port are fixed
   */
  default void skip(int peer) {
    throw fixed();
  }

  private UnsupportedOperationException fixed() {
    return new UnsupportedOperationException(
        "rank %d: ranks can't join or leave a %s; use a port of UCX, shared memory, threads or virtual time"
            .formatted(rank(), getClass().getSimpleName()));
  }

  /** Memory that is fastest for this port; any native memory works. */
  default MessageMemory memory() {
    return MessageMemory.ORDINARY;
  }

  /** Memory like {@link #memory} for words that ranks which share memory work with. */
  default MessageMemory words() {
    return memory();
  }

  /**
   * Whether this rank loads and stores what a peer has exposed of its {@link #memory}: {@link
   * RemoteMemory#hasWords}. Ranks of one node answer alike.
   */
  default boolean sharesMemory(int peer) {
    return peer == rank();
  }

  /**
   * Where ranks that share memory with this one find some of its memory by {@link #at}; {@link
   * #NOWHERE} if they can't load and store it.
   *
   * @param memory native memory
   */
  default long placeOf(MemorySegment memory) {
    return NOWHERE;
  }

  /**
   * Memory of a peer that shares memory with this rank; it is there as long as the peer keeps it.
   *
   * @param place what the peer's {@link #placeOf} has said
   * @throws UnsupportedOperationException if this port shares no memory
   */
  default MemorySegment at(int peer, long place, long bytes) {
    throw notRemote();
  }

  /** Whether accesses to memory of ranks that share none may wait for the progress of its owner. */
  default boolean accessesNeedOwner() {
    return true;
  }

  /**
   * Whether messages to a peer and from it may be in memory on the Java heap, which this port then
   * copies itself. Other memory of the heap travels through native memory.
   *
   * @param peer the other rank, or -1 for any rank
   */
  default boolean takesHeap(int peer) {
    return false;
  }

  /**
   * Whether a peer is another rank on this host, so that the devices of both may access each
   * other's memory.
   */
  default boolean isNear(int peer) {
    return false;
  }

  /** The device that the engine is to use: the given one, or a tracing wrapper. */
  default Device watched(Device device) {
    return device;
  }

  /**
   * Sends and receives directly from and to a device's memory, with segments that hold device
   * addresses. These messages match, end and are cancelled like all others of this port. While one
   * is open, nothing else accesses its memory.
   *
   * @param peer the other rank, or -1 for any rank
   * @return null if this port can't access the device's memory
   */
  default Messages direct(Device device, int peer) {
    return null;
  }

  /**
   * Makes the board of a group of ranks, this one among them. All of them make it, after {@link
   * #attach}, with the same numbers.
   *
   * @param group below {@link Board#GROUPS}; a number that none of these ranks has used before
   * @param ranks at most {@link Board#MOST_RANKS}; a member's place is its index
   * @return null at all of them if they do not all share a host, or this port has no boards
   */
  default Board board(int group, int[] ranks) {
    return null;
  }

  /**
   * Lets peers access memory of this rank, without its doing; after {@link #attach}.
   *
   * @param memory native memory, which must not be freed before the exposure is closed
   * @throws io.starling.runtime.TransportException if the transport can't expose it
   * @throws UnsupportedOperationException if this port can't expose memory
   */
  default Exposure expose(MemorySegment memory) {
    throw notRemote();
  }

  /**
   * Reaches memory that a peer has exposed, this rank among them. Connections are made with the
   * first access.
   *
   * @param key what the peer's {@link Exposure} has said
   * @throws io.starling.runtime.TransportException if it can't be reached
   * @throws UnsupportedOperationException if this port can't reach memory
   */
  default RemoteMemory reach(int peer, byte[] key) {
    throw notRemote();
  }

  private UnsupportedOperationException notRemote() {
    return new UnsupportedOperationException(
        "rank %d: a %s has no memory that others access; use a port of UCX, shared memory, threads or virtual time"
            .formatted(rank(), getClass().getSimpleName()));
  }

  /**
   * From now on several threads may call, one at a time; called by the thread that called so far.
   */
  default void share() {}

  /** Sets where the port reports; called once, before anything else. */
  void attach(Completions completions);

  /**
   * Looks for the message that a receive with this tag and mask would match if it were posted now:
   * the first one that {@link #progress} has taken in and no receive has matched. It makes no
   * progress. Messages of this rank to itself are found like others.
   *
   * @param remove whether to remove the message from the queue: other receives and probes then no
   *     longer find it, until {@link #receiveMatched} receives it. Without that call, {@link
   *     #close} drops the message, and its sender may wait forever
   * @param found takes the message's tag, its whole length (even if only its first part or its
   *     announcement has arrived) and, if it was removed, a handle that is unique among the removed
   *     messages not yet received
   * @return whether there is such a message; if not, {@code found} is not changed
   */
  boolean probe(long tag, long mask, boolean remove, MessageInfo found);

  /**
   * Starts {@code into = left op right}; operands may be on the heap. By default the fold is
   * complete on return.
   */
  default void fold(
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length,
      int transfer,
      Completions completions) {
    fold.fold(left, leftOffset, right, rightOffset, into, intoOffset, length);
    completions.completed(transfer, 0, length);
  }

  /**
   * Requests the end of an open receive. It ends with {@link Completions.Failure#CANCELLED}, or
   * completes. A cancelled receive has taken no message: the next matching receive gets it.
   */
  void cancel(int transfer);

  /** Makes progress in the transport; returns how much happened, 0 for nothing. */
  int progress();

  /**
   * The thread has given its core to others since the last {@link #progress}, so that much may have
   * happened. A port that looks at some of its sources rarely looks at all of them next.
   */
  default void paused() {}

  /**
   * Prepares a sleep; returns whether the port may sleep. It may not if there is work that {@link
   * #progress} has not seen, or if it cannot be woken.
   *
   * <p>From now on, every event that needs {@link #progress} ends the sleep, even before {@link
   * #sleep} is called: no wake-up is lost in between. If this returns true, the same thread may
   * call {@code sleep}; nothing needs to be undone.
   */
  boolean arm();

  /**
   * Sleeps after {@link #arm} has returned true, until there may be work or the time has elapsed.
   * May return early.
   *
   * <p>Only this method may run while other threads are inside the port. Between {@code arm} and
   * the end of {@code sleep}, which one thread at a time may call, other threads may post, cancel,
   * and call {@link #progress} and {@link #wake}. It may access only state that they do not.
   */
  void sleep(long nanoseconds);

  /**
   * The longest sleep in nanoseconds, a safeguard against wake-ups that the transport might lose.
   */
  default long longestSleep() {
    return 10_000_000;
  }

  /**
   * The descriptor that is readable after {@link #arm} when the sleep is to end, so that one thread
   * can sleep until one of several ports has work; -1 if there is none. Such a sleep ends with
   * {@link #disarm} instead of {@link #sleep}.
   */
  default int descriptor() {
    return -1;
  }

  /** Ends what {@link #arm} has prepared, under the rules of {@link #sleep}. */
  default void disarm() {}

  /** Ends a sleep that another thread has begun or is about to begin; it may take effect later. */
  void wake();

  /**
   * Ends the sleep of a peer that shares memory with this rank, so that it looks at memory which
   * this rank has changed. One that is about to sleep may miss it; ranks that look sleep for a
   * short time only.
   */
  default void wake(int peer) {}

  /**
   * Waits, for at most 100 ms, until all acknowledgements of completed receives are sent. A
   * transport that could not acknowledge a message at once does so only in {@link #progress}; this
   * rank may be about to compute, and the sender would wait.
   *
   * @return whether it made progress, so that transfers may have ended
   */
  default boolean settle() {
    return false;
  }

  /** Waits, for at most a second, until everything sent so far needs no more progress here. */
  default void flush() {}

  /**
   * Waits, for at most ten seconds, until sends that {@link #flush} has given up need no more
   * progress either. A leaving rank calls it while its peers still make progress; after a peer has
   * left, an unfinished send to it is an error.
   */
  default void drain() {}

  /**
   * A peer has failed for good; may be called several times. Open sends to it, and receives that
   * have matched one of its messages, must end with {@link Completions.Failure#UNREACHABLE} as soon
   * as nothing accesses their memory. If a port can't do that, they stay open: their memory stays
   * reachable, and since their operations have ended, no call waits for them.
   */
  default void peerFailed(int peer) {}

  /**
   * The calling thread takes the place of the thread that has called the port so far, which will
   * not call again. Used at the end of a process, by the shutdown hook. Not needed if several
   * threads may call.
   */
  default void takeOver() {}

  /** Frees the port's resources. A second close does nothing. */
  @Override
  void close();
}
