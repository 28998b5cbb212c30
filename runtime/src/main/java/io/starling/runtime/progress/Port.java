package io.starling.runtime.progress;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * Carries segments between ranks: one port per rank, implemented by {@code ucx}, by {@code local}
 * threads, and by the simulator in virtual time.
 *
 * <p>A transfer is named by a small number that the engine chose. A port reports its end to the
 * {@link Completions} it was given, inside the post or inside {@link #progress}; nothing but
 * book-keeping happens there, so a post never calls back into a machine. All memory handed to a
 * port is native and stays reachable until the transfer ends.
 *
 * <p>Messages with the same source and tag are received in the order in which they were sent.
 *
 * <p>One thread at a time calls a port, but for {@link #sleep}; it need not be the same thread, and
 * whoever calls has seen what the thread before it did.
 */
public interface Port extends Messages, AutoCloseable {

  int rank();

  int size();

  /** Memory from which this port sends and receives at its best; any native memory will do. */
  default MessageMemory memory() {
    return MessageMemory.ORDINARY;
  }

  /**
   * Whether a peer is another rank on this host, so that devices of the two may reach each other's
   * memory.
   */
  default boolean isNear(int peer) {
    return false;
  }

  /** The device beside this rank's processor as its engine is to use it: itself, or watched. */
  default Device watched(Device device) {
    return device;
  }

  /**
   * How messages go from and to a device's memory past the memory of the host, with segments that
   * hold device addresses. They match, end and are cancelled as others of this port do. As long as
   * one is open, nothing else touches its memory.
   *
   * @param peer with whom, or -1 for any rank
   * @return null where this port does not reach the device's memory
   */
  default Messages direct(Device device, int peer) {
    return null;
  }

  /** Tells the port where to report; called once, before anything else. */
  void attach(Completions completions);

  /**
   * Looks for the message that a receive with this tag and mask, posted now, would get at once: of
   * those that {@link #progress} has brought in and that no receive has taken, the one that came
   * first. It makes no progress, and messages that this rank has sent to itself come like others.
   *
   * @param remove whether to take the message out of the queue: then no receive and no probe finds
   *     it any more, and it waits for its {@link #receiveMatched}. If it never comes, {@link
   *     #close} drops the message; its sender may then wait forever
   * @param found where one is found, told the message's tag, its whole length (also where only its
   *     first part or its announcement has come), and if it was removed a handle of the port's own
   *     choice, which no other removed message has that was not received yet
   * @return whether there is such a message; if not, {@code found} is left alone
   */
  boolean probe(long tag, long mask, boolean remove, MessageInfo found);

  /**
   * Starts {@code into = left op right}; operands may be on the heap. By default it is done when
   * this returns.
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
   * Asks that an open receive end, which it does with {@link Completions.Failure#CANCELED} or by
   * completing. A receive that is cancelled has taken no message: the next receive that fits gets
   * it.
   */
  void cancel(int transfer);

  /** Moves the transport; returns how much happened, 0 for nothing. */
  int progress();

  /**
   * Prepares a sleep, and tells whether the port may sleep: not where something has come that
   * {@link #progress} has not seen, or where it cannot be woken.
   *
   * <p>From here on, whatever gives {@link #progress} something to do ends the sleep, also where it
   * comes before {@link #sleep} is called: no wake-up is lost in between. Where this returns true,
   * {@code sleep} follows on the same thread; nothing needs to be undone.
   */
  boolean arm();

  /**
   * Sleeps after {@link #arm} returned true, until something may have happened or the time is over.
   * May also return too early.
   *
   * <p>This is the one method that is called while other threads may be inside the port: between
   * {@code arm} and the end of {@code sleep}, which is one thread's at a time, others may post,
   * cancel, call {@link #progress} and {@link #wake}. It may touch only what they leave alone.
   */
  void sleep(long nanoseconds);

  /**
   * How many nanoseconds a sleep lasts at most that nothing ends: a net for wake-ups that the
   * transport might lose.
   */
  default long longestSleep() {
    return 10_000_000;
  }

  /** Ends a sleep that another thread has begun or is about to; it may do so later, too. */
  void wake();

  /**
   * Waits, for 100 ms at most, until peers have all that is due to them from receives that ended
   * here. Where a transport acknowledges messages and could not do so at once, only {@link
   * #progress} does it, and this rank may be about to compute; until then the sender waits.
   *
   * @return whether it had to make progress, so that transfers may have ended
   */
  default boolean settle() {
    return false;
  }

  /**
   * Waits, for a second at most, until everything sent so far is on its way and needs no more
   * progress here.
   */
  default void flush() {}

  /**
   * Waits, for ten seconds at most, until what {@link #flush} has given up is on its way, too. To
   * be called by a rank that leaves, while its peers are there and make progress; once one has
   * gone, what is still due to it is an error.
   */
  default void drain() {}

  /**
   * Hears that a peer has failed, for good; perhaps several times. Its process reads and writes
   * nothing any more, or is not to be waited for: sends to it that are open, and receives that have
   * found a message of its, are to end as soon as nothing touches their memory, with {@link
   * Completions.Failure#UNREACHABLE}. Where a port can't do that, they stay open, which keeps their
   * memory reachable and holds up nobody: their operations have ended.
   */
  default void peerFailed(int peer) {}

  /**
   * Tells the port that the thread which called it so far has done so for the last time, and that
   * the calling one follows it: at the end of a process, that is not the one that has worked. Not
   * needed where several threads may call.
   */
  default void takeOver() {}

  /** Frees what the port holds. A second close does nothing. */
  @Override
  void close();
}
