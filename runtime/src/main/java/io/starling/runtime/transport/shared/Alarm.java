package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.Linux;
import java.lang.invoke.VarHandle;

/** Ends the sleep of a rank, this one or a peer; see {@link SleepState}. */
final class Alarm implements AutoCloseable {

  private static final int NONE = -1;

  private final long flag;
  private final long awaitsStores;
  private final long anyByte;
  private final Linux linux;
  private int bell = NONE;

  /**
   * The sleep of the process whose region is mapped at an address.
   *
   * @throws TransportException if the process has a bell that this one can't open
   */
  Alarm(long base, int process, Linux linux) {
    this.flag = base + SharedRegion.SLEEPING;
    this.awaitsStores = base + SharedRegion.AWAITS_STORES;
    this.anyByte = base + SharedRegion.MAGIC;
    this.linux = linux;
    int descriptor = (int) Words.acquire(base + SharedRegion.BELL) - 1;
    if (descriptor >= 0) {
      bell = linux.openToWrite("/proc/" + process + "/fd/" + descriptor);
      if (bell < 0) {
        throw new TransportException(
            "can't open the pipe that wakes process %d: %s; raise 'ulimit -n', or use --transport ucx"
                .formatted(process, Linux.describe(-bell)));
      }
    }
  }

  /** Wakes the rank if it sleeps; to be called after all writes that it should see. */
  void sound() {
    // The processor may look at the words early: then the sleeper awaits the message. The compiler
    // may not; on amd64 this fence is none for the processor.
    VarHandle.releaseFence();
    boolean _ = sound(false);
  }

  /**
   * The same for one of several ranks, after a release fence for all. Both words are in one line.
   *
   * @param hasFence whether there was a full fence after all writes
   * @return whether there is one now
   */
  boolean sound(boolean hasFence) {
    boolean needsFence = Words.peek(awaitsStores) == 0;
    if (needsFence && !hasFence) {
      VarHandle.fullFence();
    }
    int state = Words.peekInt(flag);
    if (state != SleepState.AWAKE && Words.compareAndSetInt(flag, state, SleepState.AWAKE)) {
      if (state == SleepState.ON_FUTEX) {
        linux.futexWake(flag);
      } else {
        // A full pipe is readable already. Any other failure is the end of the peer, which others
        // report; a living one would sleep 10 ms at most.
        long _ = linux.writePipe(bell, anyByte, 1);
      }
    }
    return hasFence || needsFence;
  }

  @Override
  public void close() {
    if (bell >= 0) {
      linux.close(bell);
      bell = NONE;
    }
  }
}
