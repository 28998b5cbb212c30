package io.starling.launcher;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** How the ranks of a job have ended, as far as they have. */
final class RankEnds {

  private static final int RUNNING = Integer.MIN_VALUE;
  private static final int SHOWN = 4;

  private final int[] statuses;
  private final Map<Integer, String> failures = new LinkedHashMap<>();
  private int ended;

  RankEnds(int ranks) {
    statuses = new int[ranks];
    Arrays.fill(statuses, RUNNING);
  }

  /** Notes an end; false where the rank has ended already. */
  boolean note(int rank, int status) {
    if (statuses[rank] != RUNNING) {
      return false;
    }
    statuses[rank] = status;
    ended++;
    return true;
  }

  /** Notes why a rank has failed. */
  void noteFailure(int rank, String reason) {
    failures.put(rank, reason);
  }

  /** How many ranks have not ended. */
  int running() {
    return statuses.length - ended;
  }

  /** Whether a rank has ended with 0. */
  boolean hasSurvivor() {
    return Arrays.stream(statuses).anyMatch(status -> status == ExitStatus.SUCCESS);
  }

  /** How many have failed by themselves, and not because they had lost another. */
  int countOwnFailures() {
    return Math.toIntExact(
        Arrays.stream(statuses)
            .filter(
                status ->
                    status != RUNNING
                        && status != ExitStatus.PEER_FAILED
                        && ExitStatus.isOwnFailure(status))
            .count());
  }

  /** How many failures are among those that {@link #noteFailure} was told of. */
  int countToldOf() {
    return failures.size();
  }

  /** The status of the rank that failed first, or 0. */
  int firstFailure() {
    return failures.keySet().stream().findFirst().map(rank -> statuses[rank]).orElse(0);
  }

  /** The failures for people, at most some of them; empty where there was none. */
  String describeFailures() {
    return failures.entrySet().stream()
            .limit(SHOWN)
            .map(failure -> "rank " + failure.getKey() + " " + failure.getValue())
            .collect(Collectors.joining("; "))
        + (failures.size() > SHOWN ? "; and %d more".formatted(failures.size() - SHOWN) : "");
  }
}
