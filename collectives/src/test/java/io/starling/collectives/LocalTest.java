package io.starling.collectives;

import static io.starling.runtime.ReductionOperator.SUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
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
  void ranks_that_wait_for_each_other_end_with_a_report() {
    assertThatThrownBy(
            () -> Starling.local(3, world -> world.receive(new int[1], (world.rank() + 1) % 3, 7)))
        .isInstanceOf(StarlingException.class)
        .hasMessageStartingWith("all ranks wait for messages that do not come:")
        .hasMessageContaining("rank-0: rank 0 waits for receive of at most 4 bytes from rank 1");
  }

  @Test
  void a_wait_that_has_gone_on_once_is_still_found() {
    assertThatThrownBy(
            () ->
                Starling.local(
                    3,
                    world -> {
                      if (world.rank() == 1) {
                        Thread.sleep(1_500);
                      }
                      if (world.rank() < 2) {
                        world.withAlgorithm("allreduce=linear").allreduce(1, SUM);
                      }
                    }))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("all others wait");
  }

  @Test
  @Tag("slow")
  void a_long_callback_is_no_wait() {
    Starling.local(
        3,
        world -> {
          if (world.rank() == 0) {
            int[] received = new int[1];
            Request request = world.iReceive(Buffer.of(received), 1, 0);
            request.toCompletionStage().thenRun(LocalTest::sleepLong);
            request.await();
            world.send(received, 1, 1);
          } else if (world.rank() == 1) {
            Thread.sleep(1_500);
            world.send(new int[] {5}, 0, 0);
            world.receive(new int[1], 0, 1);
          }
        });
  }

  private static void sleepLong() {
    try {
      Thread.sleep(2_500);
    } catch (InterruptedException e) {
      throw new IllegalStateException("taken for stuck", e);
    }
  }

  @Test
  void a_rank_that_polls_is_ended_with_the_others() {
    assertThatThrownBy(
            () ->
                Starling.local(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        throw new IllegalStateException("the cause");
                      }
                      Request request = world.iReceive(Buffer.of(new int[1]), 1, 0);
                      while (!request.test()) {
                        Thread.onSpinWait();
                      }
                    }))
        .hasMessage("the cause");
  }

  @Test
  @Tag("slow")
  void a_rank_that_goes_on_does_not_hide_the_failure() {
    AtomicBoolean end = new AtomicBoolean();
    try {
      assertThatThrownBy(
              () ->
                  Starling.local(
                      2,
                      world -> {
                        if (world.rank() == 1) {
                          throw new IllegalStateException("the cause");
                        }
                        while (!end.get()) {
                          Thread.onSpinWait();
                        }
                      }))
          .hasMessage("the cause")
          .hasSuppressedException(new StarlingException("rank-0 did not end when interrupted"));
    } finally {
      end.set(true);
    }
  }

  @Test
  void an_interrupt_of_the_caller_ends_the_run() throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Starling.local(2, world -> world.receive(new int[1], world.rank(), 0));
                  } catch (StarlingException e) {
                    thrown.set(e);
                  }
                });
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).hasMessage("interrupted while the ranks ran");
  }

  @Test
  void a_request_that_is_still_open_at_the_end_is_an_error() {
    assertThatThrownBy(
            () -> Starling.local(1, world -> world.iReceive(Buffer.of(new int[1]), 0, 3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed with 1 operation under way")
        .hasMessageContaining("tag 3");
  }

  @Test
  void there_must_be_a_rank_and_a_program() {
    assertThatThrownBy(() -> Starling.local(0, world -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("size must be at least 1 rank, not 0");
    assertThatThrownBy(() -> Starling.local(2, null)).hasMessage("program must not be null");
    assertThatThrownBy(() -> Starling.world(null)).hasMessage("level must not be null");
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
