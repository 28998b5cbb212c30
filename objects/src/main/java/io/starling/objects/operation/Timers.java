package io.starling.objects.operation;

import java.time.Duration;

/** Runs actions later, on the thread of the store. */
public interface Timers {

  /** Runs an action once. */
  void after(Duration delay, Runnable action);
}
