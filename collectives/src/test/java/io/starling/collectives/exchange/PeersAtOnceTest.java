package io.starling.collectives.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.PatternAlgorithm;
import io.starling.topology.layout.Layout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PeersAtOnceTest {

  /** Of a block, which is one segment: of longer ones the last may end before some others. */
  private static final int ELEMENTS = 1;

  @ParameterizedTest
  @CsvSource({
    "ALLGATHER, linear, 2, 2",
    "ALLGATHER, linear, 8, 8",
    "ALLGATHER, linear, 100, 100",
    "ALLTOALL, linear, 2, 2",
    "ALLTOALL, linear, 8, 8",
    "ALLTOALL, linear, 100, 100",
    "ALLTOALL, pairwise, 2, 1",
    "ALLTOALL, pairwise, 100, 1",
  })
  void as_many_peers_are_served_at_a_time_as_the_receive_window_says(
      CollectiveKind kind, String name, int receiveWindow, int atOnce) {
    PatternAlgorithm algorithm = (PatternAlgorithm) AlgorithmRegistry.named(kind, name);
    Tuning tuning = new Tuning(Problems.ELEMENT, 1, receiveWindow, 2);
    for (int size : new int[] {2, 5, 16, 21}) {
      int ranks = size;
      AllRanks all =
          AllRanks.of(
              algorithm.pattern(),
              rank -> Problems.of(kind, rank, ranks, Problem.NO_ROOT, ELEMENTS),
              rank -> Layout.flat(ranks).hierarchy(rank),
              size,
              tuning);
      for (int rank = 0; rank < size; rank++) {
        for (boolean sends : new boolean[] {false, true}) {
          assertThat(mostPeersAtOnce(all.of(rank), sends))
              .as("rank %d of %d, %s", rank, size, sends ? "sends" : "receives")
              .isEqualTo(Math.min(atOnce, size - 1));
        }
      }
    }
  }

  /** Ends moves in random order. */
  private static int mostPeersAtOnce(Schedule schedule, boolean sends) {
    SplittableRandom chance = new SplittableRandom(schedule.moves());
    int[] waiting = schedule.prerequisites().clone();
    List<Integer> open = new ArrayList<>();
    for (int move = 0; move < schedule.moves(); move++) {
      if (waiting[move] == 0) {
        open.add(move);
      }
    }
    int most = 0;
    while (!open.isEmpty()) {
      Set<Integer> peers = new HashSet<>();
      for (int move : open) {
        byte kind = schedule.kind()[move];
        if (sends ? AllRanks.sends(kind) : kind == Schedule.RECEIVE) {
          peers.add(schedule.peer()[move]);
        }
      }
      most = Math.max(most, peers.size());
      int ended = open.remove(/* index */ chance.nextInt(open.size()));
      for (int i = schedule.dependentsFrom()[ended];
          i < schedule.dependentsFrom()[ended + 1];
          i++) {
        int dependent = schedule.dependents()[i];
        if (--waiting[dependent] == 0) {
          open.add(dependent);
        }
      }
    }
    return most;
  }
}
