package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.TransportException;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.failure.FailureMonitor;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** With a clock that the test moves. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FailureMonitorTest {

  private static final long MILLISECOND = 1_000_000;

  private final ManualPort port = new ManualPort();
  private final News news = new News();
  private long now = 1000 * MILLISECOND;
  private int clockReads;
  private final Engine engine =
      Engines.of(
          port,
          BackoffIdleStrategy.forRank(true),
          Threading.FUNNELED,
          () -> {
            clockReads++;
            return now;
          });

  /** A supervision that says what the test puts here. */
  private static final class News implements Supervision {
    final Queue<Integer> failed = new ArrayDeque<>();
    int looks;

    @Override
    public boolean survivesFailures() {
      return true;
    }

    @Override
    public void poll(Listener listener) {
      looks++;
      while (!failed.isEmpty()) {
        listener.failed(failed.remove(), "was struck by lightning");
      }
    }

    @Override
    public void revoke(String communicator) {}

    @Override
    public void enterAgreement(String name, BitSet members, int flags) {}

    @Override
    public Optional<Agreement> agreement(String name) {
      return Optional.empty();
    }
  }

  private ScriptedOperation receive() {
    MemorySegment into = Arena.ofAuto().allocate(4);
    ScriptedOperation operation = ScriptedOperation.receiving(engine, into);
    operation.obstacle =
        () ->
            FailureMonitor.of(engine).failureState().failed().get(1)
                ? new RankFailedException("rank 1 failed", new int[] {1}, "lightning")
                : null;
    return operation;
  }

  private void spin(int turns, long nanosecondsEach) {
    for (int i = 0; i < turns; i++) {
      now += nanosecondsEach;
      engine.doWork();
    }
  }

  @Test
  void a_rank_that_spins_seldom_reads_the_clock_and_looks_every_few_milliseconds() {
    FailureMonitor.of(engine).watch(news);
    spin(100_000, 100);
    assertThat(clockReads).isLessThan(100_000 / 64 + 100);
    assertThat(news.looks).isBetween(4, 6);
  }

  @Test
  void a_rank_that_begins_to_test_now_and_then_looks_at_each_test_soon() {
    FailureMonitor.of(engine).watch(news);
    spin(10_000, 10);
    spin(64 + 8 + 1, 10 * MILLISECOND);
    int before = news.looks;
    spin(10, 10 * MILLISECOND);
    assertThat(news.looks).isEqualTo(before + 10);
  }

  @Test
  void a_rank_that_nobody_watches_over_never_reads_the_clock() {
    spin(10_000, 100);
    assertThat(clockReads).isZero();
  }

  @Test
  void news_end_what_needs_the_failed_rank_and_nothing_else() {
    FailureMonitor.of(engine).watch(news);
    ScriptedOperation lost = receive();
    ScriptedOperation other = receive();
    other.obstacle = () -> null;
    lost.begin();
    other.begin();
    news.failed.add(1);
    spin(2, 3 * MILLISECOND);
    assertThatThrownBy(lost::check).isInstanceOf(RankFailedException.class);
    assertThat(port.cancelled).containsExactly(port.posts.getFirst().transfer());
    assertThat(other.isDone()).isFalse();
    ScriptedOperation late = receive();
    late.begin();
    assertThatThrownBy(late::check).isInstanceOf(RankFailedException.class);
    assertThat(port.posts).hasSize(2);
  }

  @Test
  void what_the_transport_finds_out_waits_a_second_for_a_better_reason() {
    FailureMonitor.of(engine).watch(news);
    ScriptedOperation first = receive();
    first.begin();
    port.fail(port.posts.getFirst(), Completions.Failure.UNREACHABLE, "connection reset");
    spin(300, 3 * MILLISECOND);
    assertThat(first.isDone()).isFalse();
    spin(200, 3 * MILLISECOND);
    assertThatThrownBy(first::check)
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 0, receive of at most 4 bytes from rank 1: connection reset");

    ScriptedOperation second = receive();
    second.begin();
    port.fail(port.posts.getLast(), Completions.Failure.UNREACHABLE, "connection reset");
    spin(2, 3 * MILLISECOND);
    news.failed.add(1);
    spin(2, 3 * MILLISECOND);
    assertThatThrownBy(second::check)
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("rank 1 failed");
    assertThat(engine.activeOperations()).isZero();
  }

  @Test
  void what_may_have_a_cause_here_is_the_failure_of_a_peer_only_by_the_supervision_s_word() {
    FailureMonitor.of(engine).watch(news);
    ScriptedOperation alive = receive();
    alive.begin();
    port.fail(port.posts.getFirst(), Completions.Failure.UNCERTAIN, "shared memory error");
    spin(300, 3 * MILLISECOND);
    assertThat(alive.isDone()).isFalse();
    spin(200, 3 * MILLISECOND);
    assertThatThrownBy(alive::check)
        .isExactlyInstanceOf(StarlingException.class)
        .hasMessageContaining("rank 0, receive of at most 4 bytes from rank 1: shared memory error")
        .hasMessageContaining("If rank 1 has ended");

    ScriptedOperation dead = receive();
    dead.begin();
    port.fail(port.posts.getLast(), Completions.Failure.UNCERTAIN, "shared memory error");
    spin(2, 3 * MILLISECOND);
    assertThat(dead.isDone()).isFalse();
    news.failed.add(1);
    spin(2, 3 * MILLISECOND);
    assertThatThrownBy(dead::check).isInstanceOf(RankFailedException.class);
    assertThat(engine.activeOperations()).isZero();
  }

  @Test
  void a_suspicion_does_not_outlive_the_run_that_it_was_about() {
    FailureMonitor.of(engine).watch(news);
    ScriptedOperation operation = receive();
    operation.begin();
    port.fail(port.posts.getFirst(), Completions.Failure.UNREACHABLE, "connection reset");
    spin(1, 0);
    FailureMonitor.of(engine).learn(BitSet.valueOf(new long[] {1 << 1}));
    assertThatThrownBy(operation::check).isInstanceOf(RankFailedException.class);
    operation.obstacle = () -> null;
    operation.begin();
    spin(1000, 3 * MILLISECOND);
    assertThat(operation.isDone()).isFalse();
  }

  @Test
  void a_send_that_finds_no_way_is_told_alike() {
    FailureMonitor.of(engine).watch(news);
    port.refusal = new TransportException("its process has ended");
    ScriptedOperation send =
        new ScriptedOperation(
            engine, 1, operation -> operation.sendTo(1, 0, Arena.ofAuto().allocate(4)));
    send.begin();
    spin(2, 2000 * MILLISECOND);
    assertThatThrownBy(send::check)
        .isInstanceOf(RankFailedException.class)
        .hasMessageContaining("send of 4 bytes to rank 1: its process has ended");
  }

  @Test
  void where_nobody_watches_the_transport_s_word_is_told_at_once() {
    ScriptedOperation operation = receive();
    operation.begin();
    port.fail(port.posts.getFirst(), Completions.Failure.UNREACHABLE, "connection reset");
    spin(1, 0);
    assertThatThrownBy(operation::check)
        .isInstanceOfSatisfying(
            RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(1));
    ScriptedOperation other = receive();
    other.begin();
    port.fail(port.posts.getLast(), Completions.Failure.UNCERTAIN, "shared memory error");
    spin(1, 0);
    assertThatThrownBy(other::check).isExactlyInstanceOf(StarlingException.class);
  }
}
