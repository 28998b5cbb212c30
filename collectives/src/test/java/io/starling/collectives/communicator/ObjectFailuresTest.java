package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.Request;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Objects, and ranks that die. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ObjectFailuresTest {

  private static final int VICTIM = 1;

  private static void withoutRank1(Consumer<Communicator> program) {
    for (int seed = 1; seed <= 2; seed++) {
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

  private static void fails(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(VICTIM));
  }
}
