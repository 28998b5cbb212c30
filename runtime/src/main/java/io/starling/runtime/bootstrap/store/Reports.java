package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Which ranks have answered the latest request for a report of their threads. What comes as an
 * answer to round {@link Frame#STARTED} was not asked for: the rank has come to its main method.
 */
final class Reports {

  private final Set<Integer> started = new HashSet<>();
  private final Set<Integer> reported = new HashSet<>();
  private int round;
  private int stores;
  private int storesOfAll;
  private int expected;

  /** The number that a message has as a text; 0 where it has none. */
  static int count(String digits) {
    try {
      return Integer.parseUnsignedInt(digits);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Begins a new round; answers to earlier rounds no longer count. */
  synchronized int begin() {
    reported.clear();
    stores = 0;
    expected = 0;
    return ++round;
  }

  /**
   * A store has asked its ranks.
   *
   * @param all the number of stores that will ask
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
    if (round == Frame.STARTED) {
      started.add(rank);
    } else if (round == this.round) {
      reported.add(rank);
      notifyAll();
    }
  }

  /** How many ranks have come to their main methods. */
  synchronized int started() {
    return started.size();
  }

  /** Waits for the expected ranks, for a limited time. */
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
