package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects, and ranks that die. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectFailuresTest {

  private static final int VICTIM = 1;

  private static void withoutRank1(Consumer<Communicator> program) {
    for (long seed : List.of(1L, 2L, MortalRanks.ROUTED + 1, MortalRanks.ROUTED + 2)) {
      MortalRanks ranks = new MortalRanks(3, seed);
      ranks.run(
          world -> {
            if (world.rank() == VICTIM) {
              ranks.die(VICTIM);
            }
            program.accept(world);
          });
    }
  }

  @Test
  void an_object_from_or_to_the_dead_fails_and_the_living_go_on() {
    withoutRank1(
        world -> {
          fails(() -> world.receiveObject(VICTIM, 0));
          fails(() -> world.sendObject(new int[100_000], VICTIM, 0));
          // With another tag than the object below, which the other rank may have sent already.
          fails(() -> world.receiveObject(Communicator.ANY_SOURCE, 7));
          int other = 2 - world.rank();
          Request send = world.iSendObject(List.of("living", new int[5000]), other, 0);
          assertThat(world.<List<Object>>receiveObject(other, 0)).hasSize(2);
          send.await();
        });
  }

  @Test
  void collectives_on_objects_fail_and_survivors_have_them_again() {
    withoutRank1(
        world -> {
          fails(() -> world.allgatherObjects("x"));
          try (Communicator survivors = world.shrink()) {
            assertThat(survivors.allgatherObjects(world.rank())).containsExactly(0, 2);
            assertThat(survivors.allreduceObjects("" + world.rank(), String::concat))
                .isEqualTo("02");
          }
        });
  }

  /**
   * No survivor waits for a living rank that has given up, or for one to take its large arrays. A
   * collective may be complete on some ranks, but not where objects of all ranks are needed.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void a_rank_that_dies_releases_all_ranks_of_each_collective(int collective) {
    for (long seed : List.of(1L, 2L, 3L, 4L, MortalRanks.ROUTED + 1, MortalRanks.ROUTED + 2)) {
      int victim = seed % 2 == 0 ? 1 : 3;
      MortalRanks ranks = new MortalRanks(5, seed);
      ranks.run(
          world -> {
            if (world.rank() == victim) {
              ranks.die(victim);
            }
            int root = victim == 1 ? 4 : 0;
            boolean needsAll = collective == 3 || collective == 5;
            if (needsAll || world.rank() == root) {
              fails(victim, () -> call(world, collective, root));
            } else {
              mayFail(victim, () -> call(world, collective, root));
            }
          });
    }
  }

  private static void call(Communicator world, int collective, int root) {
    Object large = new int[50_000];
    switch (collective) {
      case 0 -> world.broadcastObject(world.rank() == root ? large : null, root);
      case 1 -> world.gatherObjects(large, root);
      case 2 -> world.scatterObjects(Collections.nCopies(world.size(), large), root);
      case 3 -> world.allgatherObjects(large);
      case 4 -> world.reduceObjects(large, (left, _) -> left, root);
      default -> world.allreduceObjects(large, (left, _) -> left);
    }
  }

  private static void mayFail(int victim, Runnable call) {
    try {
      call.run();
    } catch (RankFailedException e) {
      assertThat(e.ranks()).containsExactly(victim);
    }
  }

  private static void fails(ThrowingCallable call) {
    fails(VICTIM, call);
  }

  private static void fails(int victim, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(victim));
  }
}
