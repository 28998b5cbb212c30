package io.starling.collectives.exchange;

import io.starling.topology.layout.Hierarchy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The messages that one rank sends and receives in a collective, without its folds and copies: what
 * a cost model needs of a schedule.
 */
public final class RankMessages {

  /**
   * One end of a message.
   *
   * @param isSend whether the rank sends it
   * @param peer the other rank
   * @param number its number among the messages from one of the two ranks to the other
   * @param after the messages of this rank for which it waits, by their places in the list
   */
  public record End(boolean isSend, int peer, int number, long bytes, int... after) {}

  private final List<End> ends = new ArrayList<>();

  /** Adds a message after all those for which it waits, and returns its place. */
  public int add(End end) {
    ends.add(end);
    return ends.size() - 1;
  }

  /** The messages of this rank. */
  public List<End> ends() {
    return ends;
  }

  /** The messages of a rank in a pattern. */
  public static RankMessages of(
      Pattern pattern, Problem problem, Hierarchy hierarchy, int rank, int size, Tuning tuning) {
    return of(Program.schedule(pattern, problem, hierarchy, rank, size, tuning));
  }

  private static RankMessages of(Schedule schedule) {
    RankMessages messages = new RankMessages();
    int[][] waitsFor = waitsFor(schedule);
    // For each move what a later move waits for that waits for it: itself if it is a message.
    int[][] stands = new int[schedule.moves()][];
    for (int move = 0; move < stands.length; move++) {
      int[] after =
          Arrays.stream(waitsFor[move])
              .flatMap(other -> IntStream.of(stands[other]))
              .distinct()
              .toArray();
      stands[move] =
          switch (schedule.kind()[move]) {
            case Schedule.FOLD, Schedule.COPY -> after;
            default -> new int[] {messages.add(end(schedule, move, after))};
          };
    }
    return messages;
  }

  private static End end(Schedule schedule, int move, int... after) {
    return new End(
        schedule.kind()[move] != Schedule.RECEIVE,
        schedule.peer()[move],
        schedule.message()[move],
        schedule.length()[move],
        after);
  }

  private static int[][] waitsFor(Schedule schedule) {
    int[][] waitsFor = new int[schedule.moves()][];
    int[] known = new int[schedule.moves()];
    Arrays.setAll(waitsFor, move -> new int[schedule.prerequisites()[move]]);
    for (int move = 0; move < waitsFor.length; move++) {
      for (int i = schedule.dependentsFrom()[move]; i < schedule.dependentsFrom()[move + 1]; i++) {
        int dependent = schedule.dependents()[i];
        waitsFor[dependent][known[dependent]++] = move;
      }
    }
    return waitsFor;
  }
}
