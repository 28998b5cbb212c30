package io.starling.runtime.bootstrap;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Which ranks have answered the latest request for a report of their threads. */
final class Reports {

  private final Set<Integer> reported = new HashSet<>();
  private int round;
  private int expected;

  /** Begins a new round; answers to earlier ones no longer count. */
  synchronized int begin() {
    reported.clear();
    expected = Integer.MAX_VALUE;
    return ++round;
  }

  synchronized void expect(int round, int ranks) {
    if (round == this.round) {
      expected = ranks;
      notifyAll();
    }
  }

  synchronized void arrived(int round, int rank) {
    if (round == this.round) {
      reported.add(rank);
      notifyAll();
    }
  }

  /** Waits for the ranks that are expected, but not for ever. */
  synchronized Set<Integer> await(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (reported.size() < expected) {
      long milliseconds = (deadline - System.nanoTime()) / 1_000_000;
      if (milliseconds <= 0) {
        break;
      }
      wait(milliseconds);
    }
    return Set.copyOf(reported);
  }
}
