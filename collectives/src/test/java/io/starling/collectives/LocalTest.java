package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Ranks that are threads: how their failures reach the caller. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class LocalTest {

  @Test
  void a_failure_is_thrown_as_it_is_and_names_its_rank() {
    AssertionError failure = new AssertionError("3 is not 4");
    assertThatThrownBy(
            () ->
                Starling.local(
                    3,
                    world -> {
                      if (world.rank() == 2) {
                        throw failure;
                      }
                      world.barrier();
                    }))
        .isSameAs(failure)
        .hasSuppressedException(new StarlingException("rank 2 of 3 failed"));
  }

  @Test
  void a_program_may_throw_a_checked_exception() {
    IOException failure = new IOException("disk full");
    assertThatThrownBy(
            () ->
                Starling.local(
                    2,
                    world -> {
                      throw failure;
                    }))
        .isInstanceOf(StarlingException.class)
        .hasMessage("java.io.IOException: disk full");
  }

  @Test
  void ranks_that_wait_for_one_that_has_returned_end_with_a_report() {
    assertThatThrownBy(
            () ->
                Starling.local(
                    3,
                    world -> {
                      if (world.rank() == 0) {
                        return;
                      }
                      world.receive(new int[1], 0, 17);
                    }))
        .isInstanceOf(StarlingException.class)
        .hasMessageStartingWith(
            "rank 0 returned, and all others wait for messages that do not come:")
        .hasMessageContaining("rank-1: rank 1")
        .hasMessageContaining("rank-2: rank 2")
        .hasMessageContaining("tag 17");
  }

  @Test
  void a_wait_with_a_limit_ends_by_itself() {
    assertThatCode(
            () ->
                Starling.local(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        var receive = world.iReceive(Buffer.of(new int[1]), 0, 17);
                        assertThat(receive.await(Duration.ofSeconds(3))).isFalse();
                        receive.cancel();
                        receive.await();
                      }
                    }))
        .doesNotThrowAnyException();
  }

  @Test
  void a_rank_that_computes_is_waited_for() {
    Starling.local(
        3,
        world -> {
          if (world.rank() == 1) {
            Thread.sleep(3_000);
            world.send(new int[] {5}, 2, 0);
          } else if (world.rank() == 2) {
            int[] received = new int[1];
            world.receive(received, 1, 0);
            assertThat(received).containsExactly(5);
          }
        });
  }
}
