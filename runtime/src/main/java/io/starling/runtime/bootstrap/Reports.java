package io.starling.runtime.bootstrap;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Which ranks have answered the latest request for a report of their threads. */
final class Reports {

  private final Set<Integer> reported = new HashSet<>();
  private int round;
  private int stores;
  private int storesOfAll;
  private int expected;

  /** Begins a new round; answers to earlier ones no longer count. */
  synchronized int begin() {
    reported.clear();
    stores = 0;
    expected = 0;
    return ++round;
  }

  /**
   * A store has asked its ranks.
   *
   * @param all how many stores will
   */
  synchronized void expect(int round, int all, int ranks) {
    if (round == this.round) {
      stores++;
      expected += ranks;
      storesOfAll = all;
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
    while (stores == 0 || stores < storesOfAll || reported.size() < expected) {
      long milliseconds = (deadline - System.nanoTime()) / 1_000_000;
      if (milliseconds <= 0) {
        break;
      }
      wait(milliseconds);
    }
    return Set.copyOf(reported);
  }
}
