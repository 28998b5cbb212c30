package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.Linux;
import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;

/**
 * A rank's sleep, on a futex or, if it also waits for another transport, on its {@link Bell}.
 * Dekker's algorithm prevents lost wake-ups: the sleeper raises its flag and then looks for
 * messages; a sender leaves its message and then looks at the flag ({@link Alarm}). At least one of
 * them sees the other, if each side's store has left its core before that side looks.
 *
 * <p>The sleeper has a full fence between its two steps. A sender's fence would make each message
 * wait until it has left the core. So a rank that seldom sleeps, which has time, looks for messages
 * for {@link #STORES_ARRIVE} after it has raised its flag: by then a message whose sender saw the
 * flag lowered has arrived. Its flag stays raised after that, when its time has elapsed or a later
 * look has found work, so that short sleeps in vain cost no further look. The first message to a
 * rank that is awake may so cost its sender a call in vain. A rank that often sleeps can't wait,
 * and its senders have a fence.
 *
 * <p>The thread that uses the port raises the flag and wakes peers. The sleep itself may run
 * concurrently with that thread, so it has a separate {@link Linux} for its system calls.
 */
final class SleepState {

  static final int AWAKE = 0;
  static final int ON_FUTEX = 1;
  static final int ON_BELL = 2;

  /**
   * In nanoseconds. A store leaves a core some hundred nanoseconds after its instruction, at latest
   * some microseconds; but no processor's manual names a limit. If one were later than this, its
   * receiver would find the message when its sleep has elapsed.
   */
  private static final long STORES_ARRIVE = 100_000;

  private final int rank;
  private final long flag;
  private final Linux linux;
  private final Bell bell;
  private final long awaitsStores;
  private boolean sleepsSeldom;

  /**
   * The sleep of the owner of the region mapped at an address; on its bell if that is not null. To
   * be called before peers know the region.
   */
  SleepState(int rank, long base, boolean sleepsSeldom, Linux linux, Bell bell) {
    this.rank = rank;
    this.flag = base + SharedRegion.SLEEPING;
    this.linux = linux;
    this.bell = bell;
    this.sleepsSeldom = sleepsSeldom;
    awaitsStores = base + SharedRegion.AWAITS_STORES;
    Words.release(awaitsStores, sleepsSeldom ? 1 : 0);
  }

  /**
   * From now on this rank does not await the stores of its peers, which have their own fence. Those
   * of peers that have read the word before arrive during this call.
   */
  void sleepOften() {
    if (sleepsSeldom) {
      Words.release(awaitsStores, 0);
      VarHandle.fullFence();
      int _ = lookUntilStoresArrive(() -> 0);
      sleepsSeldom = false;
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
    int found;
    if (Words.peekInt(flag) == AWAKE) {
      Words.setVolatileInt(flag, bell == null ? ON_FUTEX : ON_BELL);
      VarHandle.fullFence();
      found = sleepsSeldom ? lookUntilStoresArrive(work) : work.getAsInt();
      if (found != 0) {
        // Other stores may be on their way yet: the next sleep awaits them.
        Words.setVolatileInt(flag, AWAKE);
      }
    } else {
      found = work.getAsInt();
    }
    if (found != 0) {
      getUp();
    }
    return found == 0;
  }

  private static int lookUntilStoresArrive(IntSupplier work) {
    long began = System.nanoTime();
    while (System.nanoTime() - began < STORES_ARRIVE) {
      int found = work.getAsInt();
      if (found != 0) {
        return found;
      }
      Thread.onSpinWait();
    }
    return work.getAsInt();
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

  /** Lowers the flag, so that peers need not wake this rank, unless the next sleep would wait. */
  void getUp() {
    if (!sleepsSeldom) {
      Words.setVolatileInt(flag, AWAKE);
    }
  }
}
