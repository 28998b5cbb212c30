package io.starling.launcher.rank;

import java.time.Duration;

/** Ends a process that was told to exit and whose shutdown hooks don't come to an end. */
final class HaltTimer {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private HaltTimer() {}

  static void start(int status) {
    Thread.ofPlatform()
        .daemon()
        .name("starling-halt")
        .start(
            () -> {
              try {
                Thread.sleep(PATIENCE);
              } catch (InterruptedException e) {
                // Nobody knows this thread; if somebody does, the end comes sooner.
              }
              Runtime.getRuntime().halt(status);
            });
  }
}
