package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.Linux;
import java.lang.invoke.VarHandle;

/** Ends the sleep of a rank, this one or a peer; see {@link SleepState}. */
final class Alarm implements AutoCloseable {

  private static final int NOT_OPEN = -1;

  private final long base;
  private final int process;
  private final Linux linux;
  private int bell = NOT_OPEN;

  /** The sleep of the process whose region is mapped at an address. */
  Alarm(long base, int process, Linux linux) {
    this.base = base;
    this.process = process;
    this.linux = linux;
  }

  /** Wakes the rank if it sleeps; to be called after all writes that it should see. */
  void sound() {
    long flag = base + SharedRegion.SLEEPING;
    VarHandle.fullFence();
    int state = Words.peekInt(flag);
    if (state != SleepState.AWAKE && Words.compareAndSetInt(flag, state, SleepState.AWAKE)) {
      if (state == SleepState.ON_FUTEX) {
        linux.futexWake(flag);
      } else {
        ring();
      }
    }
  }

  private void ring() {
    if (bell == NOT_OPEN) {
      int descriptor = (int) Words.acquire(base + SharedRegion.BELL);
      bell = linux.openToWrite("/proc/" + process + "/fd/" + descriptor);
    }
    // The word that is written does not matter. A full pipe is readable, and its reader awake.
    long written = bell < 0 ? bell : linux.writePipe(bell, base + SharedRegion.MAGIC, 1);
    if (written < 0 && written != -Linux.TRY_AGAIN) {
      bell = NOT_OPEN;
      if (!Linux.hasEnded(process)) {
        throw new TransportException(
            "can't wake process %d: %s; use --transport ucx"
                .formatted(process, Linux.describe((int) -written)));
      }
    }
  }

  @Override
  public void close() {
    if (bell != NOT_OPEN) {
      linux.close(bell);
      bell = NOT_OPEN;
    }
  }
}
