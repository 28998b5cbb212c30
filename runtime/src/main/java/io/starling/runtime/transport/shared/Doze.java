package io.starling.runtime.transport.shared;

import io.starling.runtime.error.TransportException;
import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;

/**
 * A rank's sleep. Dekker's agreement keeps a wake-up from being lost: the sleeper raises its flag
 * and then looks whether something has come; who sends something then looks at the flag. With a
 * full fence between the two on each side, at least one of them sees the other.
 *
 * <p>To lie down and to wake are for the thread that uses the port; the sleep itself goes on beside
 * it, so it makes its system calls with a {@link Linux} of its own.
 */
final class Doze {

  private static final int AWAKE = 0;
  private static final int ASLEEP = 1;

  private final int rank;
  private final long flag;
  private final Linux linux;

  /** That of the owner of the region that is mapped there. */
  Doze(int rank, long base, Linux linux) {
    this.rank = rank;
    this.flag = base + Region.SLEEPING;
    this.linux = linux;
  }

  /** Raises the flag; returns whether to sleep: not where {@code work} finds something to do. */
  boolean lieDown(IntSupplier work) {
    Words.setVolatileInt(flag, ASLEEP);
    VarHandle.fullFence();
    if (work.getAsInt() == 0) {
      return true;
    }
    Words.setVolatileInt(flag, AWAKE);
    return false;
  }

  /** Sleeps so long at most, unless somebody has taken the flag down since it was raised. */
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

  /** Wakes whoever sleeps on this flag, in whatever process. */
  static void wake(long flag, Linux linux) {
    VarHandle.fullFence();
    if (Words.peekInt(flag) == ASLEEP && Words.compareAndSetInt(flag, ASLEEP, AWAKE)) {
      linux.futexWake(flag);
    }
  }
}
