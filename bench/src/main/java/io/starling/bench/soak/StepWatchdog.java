package io.starling.bench.soak;

import java.util.concurrent.locks.LockSupport;

/** Notices a step that does not end. */
final class StepWatchdog {

  private static final long LOOK = 500_000_000;

  private final RankReport telling;
  private final long limit;
  private volatile String doing = "to begin";
  private volatile long since = System.nanoTime();

  StepWatchdog(RankReport telling, long limitMillis) {
    this.telling = telling;
    limit = limitMillis * 1_000_000;
  }

  void start() {
    Thread.ofPlatform().daemon().name("soak-watch").start(this::look);
  }

  /** Something new begins. */
  void begin(String what) {
    doing = what;
    since = System.nanoTime();
  }

  String doing() {
    return doing;
  }

  private void look() {
    while (System.nanoTime() - since < limit) {
      LockSupport.parkNanos(LOOK);
    }
    telling.say("hang", doing);
    Thread.getAllStackTraces().forEach(StepWatchdog::print);
  }

  private static void print(Thread thread, StackTraceElement[] frames) {
    StringBuilder text = new StringBuilder(thread + "\n");
    for (StackTraceElement frame : frames) {
      text.append("    at ").append(frame).append('\n');
    }
    System.err.print(text);
  }
}
