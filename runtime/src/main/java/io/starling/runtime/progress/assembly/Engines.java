package io.starling.runtime.progress.assembly;

import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.device.DeviceTransfers;
import io.starling.runtime.progress.failure.FailureMonitor;
import io.starling.runtime.progress.thread.IdleStrategy;
import io.starling.runtime.progress.thread.ThreadAccess;
import io.starling.runtime.progress.thread.Threading;
import java.util.function.LongSupplier;

/** Makes engines. */
public final class Engines {

  private Engines() {}

  /** An engine that only the calling thread may use. */
  public static Engine of(Port port, IdleStrategy idleStrategy) {
    return of(port, idleStrategy, Threading.FUNNELED);
  }

  /** An engine for the threads that may call it; the calling thread is one of them. */
  public static Engine of(Port port, IdleStrategy idleStrategy, Threading threading) {
    return of(port, idleStrategy, threading, System::nanoTime);
  }

  /** An engine with a clock that counts nanoseconds. */
  public static Engine of(
      Port port, IdleStrategy idleStrategy, Threading threading, LongSupplier clock) {
    return new Engine(
        port,
        clock,
        engine -> new ThreadAccess(engine, port, clock, idleStrategy, threading),
        DeviceTransfers::new,
        FailureMonitor::new);
  }
}
