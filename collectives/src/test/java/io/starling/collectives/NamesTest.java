package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Communicators and requests say what they are. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class NamesTest {

  @Test
  void a_communicator_tells_its_name_and_rank() {
    Starling.local(
        2,
        world -> {
          assertThat(world).hasToString("world: rank %d of 2".formatted(world.rank()));
          try (Communicator half = world.split(world.rank(), 0);
              Communicator twin = half.duplicate()) {
            assertThat(half).hasToString("world.split(): rank 0 of 1");
            assertThat(twin.name()).isEqualTo("world.split().duplicate()");
            half.rename("rows");
            assertThat(half).hasToString("rows: rank 0 of 1");
            assertThat(half.withAlgorithm("broadcast=flat").name()).isEqualTo("rows");
          }
        });
  }

  @Test
  void a_request_tells_what_it_does_and_how_it_ended() {
    Starling.local(
        1,
        world -> {
          int[] into = new int[2];
          Request receive = world.iReceive(Buffer.of(into), 0, 5);
          assertThat(receive.toString()).contains("receive").contains("tag 5");
          world.send(new int[] {1, 2}, 0, 5);
          receive.await();
          assertThat(receive).hasToString("complete: Status[source=0, tag=5, bytes=8]");
          Request cancelled = world.iReceive(Buffer.of(into), 0, 6);
          cancelled.cancel();
          cancelled.await();
          assertThat(cancelled).hasToString("cancelled");
          try (var barrier = world.barrierInit()) {
            assertThat(barrier).hasToString("a persistent request that was never started");
          }
        });
  }

  @Test
  void a_stage_gives_the_status_of_a_receive() {
    Starling.local(
        1,
        world -> {
          Request receive = world.iReceive(Buffer.of(new int[2]), 0, 5);
          var stage = receive.toCompletionStage().toCompletableFuture();
          world.send(new int[1], 0, 5);
          receive.await();
          assertThat(stage.get()).isEqualTo(new Status(0, 5, 4));
          Request barrier = world.iBarrier();
          barrier.await();
          assertThat(barrier.toCompletionStage().toCompletableFuture().get()).isNull();
        });
  }

  @Test
  void an_abort_ends_all_ranks() {
    assertThatThrownBy(
            () ->
                Starling.local(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        world.abort(7);
                      }
                      world.receive(new int[1], 1, 0);
                    }))
        .isInstanceOf(StarlingException.class)
        .hasMessage("rank 1 called abort(7)");
  }

  @Test
  void an_abort_that_is_caught_ends_the_ranks_too() {
    assertThatThrownBy(
            () ->
                Starling.local(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        assertThatThrownBy(() -> world.abort(7)).hasMessageContaining("abort(7)");
                      } else {
                        world.receive(new int[1], 1, 0);
                      }
                    }))
        .hasMessage("rank 1 called abort(7)");
  }
}
