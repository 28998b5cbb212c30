package io.starling.runtime.bootstrap;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Asks ranks for a report of their threads and waits for those who answer. */
final class Reports {

  private int round;
  private final Set<Integer> reported = new HashSet<>();

  synchronized Set<Integer> request(Map<Integer, StoreConnection> ranks, Duration patience)
      throws InterruptedException {
    round++;
    reported.clear();
    Collection<StoreConnection> clients = ranks.values();
    clients.forEach(client -> client.offer(Frame.of(FrameType.REPORT, round, "")));
    long deadline = System.nanoTime() + patience.toNanos();
    while (reported.size() < ranks.size()) {
      long milliseconds = (deadline - System.nanoTime()) / 1_000_000;
      if (milliseconds <= 0) {
        break;
      }
      wait(milliseconds);
    }
    return Set.copyOf(reported);
  }

  synchronized void arrived(int round, int rank) {
    if (round == this.round) {
      reported.add(rank);
      notifyAll();
    }
  }
}
