package io.starling.runtime.progress.thread;

import io.starling.runtime.ThreadLevel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What a thread did inside a guard is seen by the one that comes in after it. */
public class GuardHandOver {

  /** MULTIPLE: the later one waits, and sees all. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One after the other.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "An entry was lost.")
  @State
  public static class Lock {
    private final Guard guard = Guard.of(0, new Threading(ThreadLevel.MULTIPLE, false));
    private int entries;

    private int enter() {
      guard.enter();
      int now = ++entries;
      guard.leave();
      return now;
    }

    @Actor
    public void first(II_Result result) {
      result.r1 = enter();
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = enter();
    }
  }

  /** A thread that polls gives the lock away and takes it back, and counts on in between. */
  @JCStressTest
  @Outcome(
      id = {"2, 3", "3, 1", "3, 2"},
      expect = Expect.ACCEPTABLE,
      desc = "All were counted.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "An entry was lost.")
  @State
  public static class Release {
    private final LockGuard guard =
        (LockGuard) Guard.of(0, new Threading(ThreadLevel.MULTIPLE, false));
    private int entries;

    @Actor
    public void waiter(II_Result result) {
      guard.enter();
      guard.enter();
      entries++;
      guard.retake(guard.release());
      result.r1 = ++entries;
      guard.leave();
      guard.leave();
    }

    @Actor
    public void caller(II_Result result) {
      guard.enter();
      result.r2 = ++entries;
      guard.leave();
    }
  }

  /** SERIALIZED: the later one is refused, or sees all; no entry is lost. */
  @JCStressTest
  @Outcome(
      id = {"1, 2", "2, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One after the other.")
  @Outcome(
      id = {"1, -1", "-1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One was refused.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Both were inside.")
  @State
  public static class Turn {
    private final Guard guard = Guard.of(0, new Threading(ThreadLevel.SERIALIZED, false));
    private int entries;

    private int enter() {
      try {
        guard.enter();
      } catch (IllegalStateException e) {
        return -1;
      }
      int now = ++entries;
      guard.leave();
      return now;
    }

    @Actor
    public void first(II_Result result) {
      result.r1 = enter();
    }

    @Actor
    public void second(II_Result result) {
      result.r2 = enter();
    }
  }
}
