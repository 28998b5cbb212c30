package io.starling.launcher.job;

import io.starling.launcher.exit.ExitStatus;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** How the ranks of a job have ended, as far as they have. */
final class RankEnds {

  /** Why a rank that has ended with 0 has failed. */
  static final String LEFT = "exited with status 0 before it left the job";

  private static final int RUNNING = Integer.MIN_VALUE;
  private static final int SHOWN = 4;

  private int[] statuses;
  private final Set<Integer> dismissed = new HashSet<>();
  private final List<Integer> order = new ArrayList<>();
  private final Map<Integer, String> failures = new LinkedHashMap<>();

  /**
   * None has.
   *
   * @param before how many ranks with the first numbers are another job's
   * @param ranks how many there are, with those
   */
  RankEnds(int before, int ranks) {
    statuses = new int[ranks];
    Arrays.fill(statuses, RUNNING);
    for (int rank = 0; rank < before; rank++) {
      dismiss(rank);
    }
  }

  /** More ranks have been started. */
  void add(int ranks) {
    int before = statuses.length;
    statuses = Arrays.copyOf(statuses, before + ranks);
    Arrays.fill(statuses, before, statuses.length, RUNNING);
  }

  /** A rank is of no use any more, whether it runs or not: how it ends does not matter. */
  void dismiss(int rank) {
    dismissed.add(rank);
    note(rank, ExitStatus.KILLED);
  }

  /** How many ranks there are or were. */
  int size() {
    return statuses.length;
  }

  /** How many of them count here: not those of other jobs, or of worlds that were given up. */
  int counted() {
    return statuses.length - dismissed.size();
  }

  /** Whether a rank has not ended. */
  boolean isRunning(int rank) {
    return statuses[rank] == RUNNING;
  }

  /** Notes an end; false where the rank has ended already. */
  boolean note(int rank, int status) {
    if (statuses[rank] != RUNNING) {
      return false;
    }
    statuses[rank] = status;
    order.add(rank);
    return true;
  }

  /** Notes why a rank has failed. */
  void noteFailure(int rank, String reason) {
    failures.put(rank, reason);
  }

  /** How many ranks have not ended. */
  int running() {
    return statuses.length - order.size();
  }

  /**
   * What becomes of the others where a rank has failed with this status, to follow the words on it;
   * empty where all have ended by themselves. Those that Starling has ended because they lost that
   * rank may be gone before the launcher hears of its failure.
   */
  String endOfOthers(int status) {
    boolean lostIt =
        status != ExitStatus.PEER_FAILED
            && Arrays.stream(statuses).anyMatch(other -> other == ExitStatus.PEER_FAILED);
    if (running() == 0 && !lostIt) {
      return "";
    }
    return "; Starling ends the other " + (counted() == 2 ? "rank" : "ranks");
  }

  /** Whether a rank has ended with 0. */
  boolean hasSurvivor() {
    return Arrays.stream(statuses).anyMatch(status -> status == ExitStatus.SUCCESS);
  }

  /** The rank that was the first to end with 0, if one has. */
  OptionalInt firstSuccess() {
    return order.stream()
        .filter(rank -> statuses[rank] == ExitStatus.SUCCESS)
        .mapToInt(Integer::intValue)
        .findFirst();
  }

  /**
   * The ranks that have failed by themselves and not because they had lost another, besides those
   * that {@link #noteFailure} has noted, as in {@code rank 2 exited with status 3}.
   */
  List<String> otherFailures() {
    return order.stream()
        .filter(
            rank ->
                !failures.containsKey(rank)
                    && !dismissed.contains(rank)
                    && statuses[rank] != ExitStatus.PEER_FAILED
                    && ExitStatus.isOwnFailure(statuses[rank]))
        .sorted()
        .map(rank -> "rank " + rank + " " + ExitStatus.describe(statuses[rank]))
        .toList();
  }

  /** The status of the rank that failed first, or 0. */
  int firstFailure() {
    return failures.keySet().stream().findFirst().map(rank -> statuses[rank]).orElse(0);
  }

  /** The failures for people, at most some of them; empty where there was none. */
  String describeFailures() {
    return list(
        failures.entrySet().stream()
            .map(failure -> "rank " + failure.getKey() + " " + failure.getValue())
            .toList());
  }

  /** The texts on one line, at most some of them. */
  static String list(List<String> texts) {
    return texts.stream().limit(SHOWN).collect(Collectors.joining("; "))
        + (texts.size() > SHOWN ? "; and %d more".formatted(texts.size() - SHOWN) : "");
  }
}
