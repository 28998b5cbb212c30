package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.Linux;
import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;

/**
 * A rank's sleep. Dekker's algorithm prevents lost wake-ups: the sleeper raises its flag and then
 * looks for messages; a sender leaves its message and then looks at the flag. With a full fence
 * between the two steps on each side, at least one of them sees the other.
 *
 * <p>The thread that uses the port raises the flag and wakes peers. The sleep itself may run
 * concurrently with that thread, so it has a separate {@link Linux} for its system calls.
 */
final class SleepState {

  private static final int AWAKE = 0;
  private static final int ASLEEP = 1;

  private final int rank;
  private final long flag;
  private final Linux linux;

  /** The sleep of the owner of the region mapped at an address. */
  SleepState(int rank, long base, Linux linux) {
    this.rank = rank;
    this.flag = base + SharedRegion.SLEEPING;
    this.linux = linux;
  }

  /**
   * Raises the flag; returns whether to sleep, which is false if {@code work} finds something to
   * do.
   */
  boolean lieDown(IntSupplier work) {
    Words.setVolatileInt(flag, ASLEEP);
    VarHandle.fullFence();
    if (work.getAsInt() == 0) {
      return true;
    }
    Words.setVolatileInt(flag, AWAKE);
    return false;
  }

  /** Sleeps for at most the given time, unless a peer has lowered the flag since it was raised. */
  void sleep(long nanoseconds) {
    long result = linux.futexWait(flag, ASLEEP, nanoseconds);
    Words.setVolatileInt(flag, AWAKE);
    if (result < 0
        && result != -Linux.TRY_AGAIN
        && result != -Linux.INTERRUPTED
        && result != -Linux.TIMED_OUT) {
      throw new TransportException(
          "rank %d can't sleep: futex failed: %s".formatted(rank, Linux.describe((int) -result)));
    }
  }

  /** Wakes the thread that sleeps on this flag, in any process. */
  static void wake(long flag, Linux linux) {
    VarHandle.fullFence();
    if (Words.peekInt(flag) == ASLEEP && Words.compareAndSetInt(flag, ASLEEP, AWAKE)) {
      linux.futexWake(flag);
    }
  }
}
