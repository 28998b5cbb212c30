package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.Linux;
import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;

/**
 * A rank's sleep, on a futex or, if it also waits for another transport, on its {@link Bell}.
 * Dekker's algorithm prevents lost wake-ups: the sleeper raises its flag and then looks for
 * messages; a sender leaves its message and then looks at the flag ({@link Alarm}). With a full
 * fence between the two steps on each side, at least one of them sees the other. A fence makes each
 * sender wait until its message has left its core. So where the system permits, the sleeper, which
 * has time, fences all processes at once, and senders have no fence of their own.
 *
 * <p>The thread that uses the port raises the flag and wakes peers. The sleep itself may run
 * concurrently with that thread, so it has a separate {@link Linux} for its system calls.
 */
final class SleepState {

  static final int AWAKE = 0;
  static final int ON_FUTEX = 1;
  static final int ON_BELL = 2;

  private final int rank;
  private final long flag;
  private final Linux linux;
  private final Bell bell;
  private final boolean fencesPeers;

  /** The sleep of the owner of the region mapped at an address; on its bell if that is not null. */
  SleepState(int rank, long base, Linux linux, Bell bell) {
    this.rank = rank;
    this.flag = base + SharedRegion.SLEEPING;
    this.linux = linux;
    this.bell = bell;
    fencesPeers = Words.acquire(base + SharedRegion.FENCES_PEERS) != 0;
  }

  /**
   * Whether a rank can fence its peers, and be fenced by them, from now on: both are permitted or
   * refused together.
   */
  static boolean canFencePeers(Linux linux) {
    return linux.registerForBarriers() == 0 && linux.barrier() == 0;
  }

  /**
   * Raises the flag; returns whether to sleep, which is false if {@code work} finds something to
   * do.
   */
  boolean lieDown(IntSupplier work) {
    if (bell != null) {
      bell.drain();
    }
    Words.setVolatileInt(flag, bell == null ? ON_FUTEX : ON_BELL);
    fence();
    if (work.getAsInt() == 0) {
      return true;
    }
    Words.setVolatileInt(flag, AWAKE);
    return false;
  }

  private void fence() {
    VarHandle.fullFence();
    long result = fencesPeers ? linux.barrier() : 0;
    if (result != 0) {
      throw new TransportException(
          "rank %d can't sleep: membarrier failed: %s"
              .formatted(rank, Linux.describe((int) -result)));
    }
  }

  /** Sleeps for at most the given time, unless a peer has lowered the flag since it was raised. */
  void sleep(long nanoseconds) {
    if (bell != null) {
      bell.sleep(nanoseconds);
    } else {
      sleepOnFutex(nanoseconds);
    }
    getUp();
  }

  private void sleepOnFutex(long nanoseconds) {
    long result = linux.futexWait(flag, ON_FUTEX, nanoseconds);
    if (result < 0
        && result != -Linux.TRY_AGAIN
        && result != -Linux.INTERRUPTED
        && result != -Linux.TIMED_OUT) {
      throw new TransportException(
          "rank %d can't sleep: futex failed: %s".formatted(rank, Linux.describe((int) -result)));
    }
  }

  /** Lowers the flag: peers need not wake this rank. */
  void getUp() {
    Words.setVolatileInt(flag, AWAKE);
  }
}
