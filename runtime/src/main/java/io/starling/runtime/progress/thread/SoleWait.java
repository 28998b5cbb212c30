package io.starling.runtime.progress.thread;

import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A wait of the only thread that works on a rank's operations: it polls until the wait is over. */
final class SoleWait extends Wait {

  private final Port port;
  private final IdleStrategy idleStrategy;

  SoleWait(Engine engine, Port port, IdleStrategy idleStrategy, LongSupplier clock) {
    super(engine, clock);
    this.port = port;
    this.idleStrategy = idleStrategy;
  }

  @Override
  boolean until(BooleanSupplier done) {
    idleStrategy.reset();
    while (true) {
      boolean slept = false;
      if (engine.doWork() > 0) {
        idleStrategy.reset();
        progressed();
      } else {
        slept = pause(idleStrategy.idle());
      }
      lookIf(slept);
      if (done.getAsBoolean()) {
        return true;
      }
      if (isOver()) {
        return false;
      }
    }
  }

  // The yield is intended: the rank that has the data may need this very core.
  @SuppressWarnings("ThreadPriorityCheck")
  private boolean pause(IdleStrategy.Pause pause) {
    switch (pause) {
      case SPIN -> {}
      case YIELD -> {
        Thread.yield();
        idleStrategy.yielded();
        port.paused();
      }
      case SLEEP -> {
        if (port.arm()) {
          port.sleep(remaining(engine.longestSleep()));
        }
      }
    }
    return pause == IdleStrategy.Pause.SLEEP;
  }
}
