package io.starling.runtime.progress.thread;

import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.transport.local.LocalFabric;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** An active thread that parks is woken by the one that finds its wait over. */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "Woken, or never parked.")
@Outcome(id = "false", expect = Expect.FORBIDDEN, desc = "Slept through its wake-up.")
@State
public class ParkedWaiter {

  private static final long VERY_LONG = 10_000_000_000L;

  private final LockGuard guard =
      (LockGuard) Guard.of(0, new Threading(ThreadLevel.MULTIPLE, false));
  private final Engine engine =
      Engines.of(new LocalFabric(1).port(0), BackoffIdleStrategy.forRank(true));
  private final ActiveThreads activeThreads =
      new ActiveThreads(guard, engine, new LocalFabric(1).port(0), false);
  private boolean over;

  @Actor
  public void waiter(Z_Result result) {
    SharedWait wait = new SharedWait(engine, guard, activeThreads, null, System::nanoTime);
    wait.expect(() -> over);
    long began = System.nanoTime();
    guard.enter();
    while (!wait.isDone()) {
      activeThreads.park(wait, VERY_LONG);
    }
    guard.leave();
    result.r1 = System.nanoTime() - began < VERY_LONG;
  }

  @Actor
  public void waker() {
    guard.enter();
    over = true;
    activeThreads.wakeDone();
    guard.leave();
  }
}
