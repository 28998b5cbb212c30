package io.starling.collectives.exchange;

import io.starling.topology.layout.Hierarchy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The schedules of all ranks, as numbers to look at: no data moves and nothing is timed. */
final class AllRanks {

  private final List<Schedule> schedules;

  private AllRanks(List<Schedule> schedules) {
    this.schedules = schedules;
  }

  static AllRanks of(
      Pattern pattern,
      IntFunction<Problem> problems,
      IntFunction<Hierarchy> hierarchies,
      int size,
      Tuning tuning) {
    return new AllRanks(
        IntStream.range(0, size)
            .mapToObj(
                rank ->
                    Program.schedule(
                        pattern, problems.apply(rank), hierarchies.apply(rank), rank, size, tuning))
            .toList());
  }

  int size() {
    return schedules.size();
  }

  Schedule of(int rank) {
    return schedules.get(rank);
  }

  static boolean sends(byte kind) {
    return kind == Schedule.SEND || kind == Schedule.SEND_CONFIRMED;
  }

  /** The lengths of what a rank sends to another one, by number. */
  List<Long> sent(int from, int to) {
    Schedule schedule = of(from);
    return moves(schedule)
        .filter(move -> sends(schedule.kind()[move]) && schedule.peer()[move] == to)
        .mapToObj(move -> schedule.length()[move])
        .toList();
  }

  /** The lengths of what a rank receives from another one, by number. */
  List<Long> received(int at, int from) {
    Schedule schedule = of(at);
    return moves(schedule)
        .filter(move -> schedule.kind()[move] == Schedule.RECEIVE && schedule.peer()[move] == from)
        .mapToObj(move -> schedule.length()[move])
        .toList();
  }

  private static IntStream moves(Schedule schedule) {
    return IntStream.range(0, schedule.moves());
  }

  /** The bytes that a rank sends. */
  long bytesSent(int rank) {
    Schedule schedule = of(rank);
    return moves(schedule)
        .filter(move -> sends(schedule.kind()[move]))
        .mapToLong(move -> schedule.length()[move])
        .sum();
  }

  long mostBytesSent() {
    return IntStream.range(0, size()).mapToLong(this::bytesSent).max().orElseThrow();
  }

  long allBytesSent() {
    return IntStream.range(0, size()).mapToLong(this::bytesSent).sum();
  }

  long mostScratchBytes() {
    return schedules.stream().mapToLong(Schedule::scratchBytes).max().orElseThrow();
  }

  /** The moves that a move waits for, lowest first. */
  static List<Integer> waitsFor(Schedule schedule, int move) {
    return moves(schedule)
        .filter(
            other ->
                Arrays.stream(
                        schedule.dependents(),
                        schedule.dependentsFrom()[other],
                        schedule.dependentsFrom()[other + 1])
                    .anyMatch(dependent -> dependent == move))
        .boxed()
        .toList();
  }

  /**
   * The messages on the longest path, where every message takes one step from the moment when both
   * its send and its receive are posted, and ends both of them then: nothing is buffered.
   *
   * @throws AssertionError if the ranks wait for each other for ever
   */
  int steps() {
    return new Run().steps();
  }

  private final class Run {
    private final int[][] waiting =
        schedules.stream().map(s -> s.prerequisites().clone()).toArray(int[][]::new);
    private final int[][] begins =
        schedules.stream().map(s -> new int[s.moves()]).toArray(int[][]::new);
    private final int[][] partners = new int[size()][];
    private final boolean[][] posted =
        schedules.stream().map(s -> new boolean[s.moves()]).toArray(boolean[][]::new);
    private final Deque<int[]> ready = new ArrayDeque<>();
    private int ended;
    private int latest;

    int steps() {
      pairUp();
      int all = 0;
      for (int rank = 0; rank < size(); rank++) {
        all += of(rank).moves();
        for (int move = 0; move < of(rank).moves(); move++) {
          if (waiting[rank][move] == 0) {
            ready.add(new int[] {rank, move});
          }
        }
      }
      while (!ready.isEmpty()) {
        int[] next = ready.remove();
        post(next[0], next[1]);
      }
      if (ended != all) {
        throw new AssertionError(
            "the ranks wait for each other: %d of %d moves done".formatted(ended, all));
      }
      return latest;
    }

    private void pairUp() {
      List<List<List<Integer>>> receives = new ArrayList<>();
      for (int rank = 0; rank < size(); rank++) {
        partners[rank] = new int[of(rank).moves()];
        receives.add(new ArrayList<>());
        for (int from = 0; from < size(); from++) {
          receives.get(rank).add(new ArrayList<>());
        }
        for (int move = 0; move < of(rank).moves(); move++) {
          if (of(rank).kind()[move] == Schedule.RECEIVE) {
            receives.get(rank).get(of(rank).peer()[move]).add(move);
          }
        }
      }
      for (int rank = 0; rank < size(); rank++) {
        for (int move = 0; move < of(rank).moves(); move++) {
          if (sends(of(rank).kind()[move])) {
            int peer = of(rank).peer()[move];
            int receive = receives.get(peer).get(rank).get(of(rank).message()[move]);
            partners[rank][move] = receive;
            partners[peer][receive] = move;
          }
        }
      }
    }

    private void post(int rank, int move) {
      posted[rank][move] = true;
      byte kind = of(rank).kind()[move];
      if (!sends(kind) && kind != Schedule.RECEIVE) {
        end(rank, move, begins[rank][move]);
        return;
      }
      int peer = of(rank).peer()[move];
      int partner = partners[rank][move];
      if (posted[peer][partner]) {
        int time = 1 + Math.max(begins[rank][move], begins[peer][partner]);
        end(rank, move, time);
        end(peer, partner, time);
      }
    }

    private void end(int rank, int move, int time) {
      ended++;
      latest = Math.max(latest, time);
      Schedule schedule = of(rank);
      for (int i = schedule.dependentsFrom()[move]; i < schedule.dependentsFrom()[move + 1]; i++) {
        int dependent = schedule.dependents()[i];
        begins[rank][dependent] = Math.max(begins[rank][dependent], time);
        if (--waiting[rank][dependent] == 0) {
          ready.add(new int[] {rank, dependent});
        }
      }
    }
  }
}
