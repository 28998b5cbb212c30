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
 * <p>The fence interrupts ranks that compute, so there is one for as long as the flag is raised: a
 * rank that fences its peers leaves it raised when its time has elapsed or a look has found work. A
 * peer that has seen the flag lowered has left its message before the fence. The first message to a
 * rank that is awake may so cost its sender a call in vain.
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
  private final long fences;
  private boolean fencesPeers;

  /** The sleep of the owner of the region mapped at an address; on its bell if that is not null. */
  SleepState(int rank, long base, Linux linux, Bell bell) {
    this.rank = rank;
    this.flag = base + SharedRegion.SLEEPING;
    this.linux = linux;
    this.bell = bell;
    fences = base + SharedRegion.FENCES_PEERS;
    fencesPeers = Words.acquire(fences) != 0;
  }

  /**
   * Whether a rank can fence its peers, and be fenced by them, from now on: both are permitted or
   * refused together.
   */
  static boolean canFencePeers(Linux linux) {
    return linux.registerForBarriers() == 0 && linux.barrier() == 0;
  }

  /**
   * From now on this rank sleeps often, and peers have their own fence. The last one for all lets
   * none go on that has read the word before and has not left its message yet.
   */
  void fencePeersNoMore() {
    if (fencesPeers) {
      Words.release(fences, 0);
      fence();
      fencesPeers = false;
    }
  }

  /**
   * Raises the flag; returns whether to sleep, which is false if {@code work} finds something to
   * do.
   */
  boolean lieDown(IntSupplier work) {
    if (bell != null) {
      bell.drain();
    }
    if (Words.peekInt(flag) == AWAKE) {
      Words.setVolatileInt(flag, bell == null ? ON_FUTEX : ON_BELL);
      fence();
    }
    if (work.getAsInt() == 0) {
      return true;
    }
    getUp();
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

  /** Lowers the flag, so that peers need not wake this rank, unless that would cost a fence. */
  void getUp() {
    if (!fencesPeers) {
      Words.setVolatileInt(flag, AWAKE);
    }
  }
}
