package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import io.starling.topology.layout.Layout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FaultToleranceTest {

  private static final int ANY = PointToPointCommunicator.ANY_SOURCE;
  private static final int VICTIM = 1;

  private static Buffer longs(long... values) {
    return Buffer.of(values);
  }

  /**
   * Three ranks, of which the second dies at once, and a program for the others: without hosts, and
   * where the first two share one.
   */
  private static void withoutRank1(Consumer<Communicator> program) {
    for (long routed : List.of(0L, MortalRanks.ROUTED)) {
      MortalRanks ranks = new MortalRanks(3, routed + 1);
      ranks.run(
          world -> {
            if (world.rank() == VICTIM) {
              ranks.die(VICTIM);
            }
            program.accept(world);
          });
    }
  }

  private static void awaitFailure(Communicator world) {
    while (world.failedRanks().length == 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void a_collective_names_who_has_failed_why_and_what_to_do() {
    withoutRank1(
        world ->
            assertThatThrownBy(world::barrier)
                .isInstanceOfSatisfying(
                    RankFailedException.class,
                    e -> {
                      assertThat(e.ranks()).containsExactly(VICTIM);
                      assertThat(e.reason()).isEqualTo("rank 1 was killed by the test");
                      assertThat(e)
                          .hasMessageStartingWith("rank " + world.rank() + ", barrier")
                          .hasMessageContaining("shrink()");
                    }));
  }

  @Test
  void all_forms_of_a_wait_hear_of_it() {
    withoutRank1(
        world -> {
          long[] into = new long[1];
          Request one = world.iReceive(longs(into), VICTIM, 0);
          assertThatThrownBy(one::await).isInstanceOf(RankFailedException.class);
          assertThatThrownBy(one::test).isInstanceOf(RankFailedException.class);
          assertThatThrownBy(() -> one.toCompletionStage().toCompletableFuture().join())
              .isInstanceOf(CompletionException.class)
              .hasCauseInstanceOf(RankFailedException.class);
          Request other = world.iAllreduce(longs(1), longs(into), ReductionOperator.SUM);
          assertThatThrownBy(() -> Requests.awaitAny(List.of(other)))
              .isInstanceOf(RankFailedException.class);
          PersistentRequest again = world.barrierInit();
          for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> again.start().await()).isInstanceOf(RankFailedException.class);
          }
          again.close();
          assertThatThrownBy(() -> world.probe(VICTIM, 0)).isInstanceOf(RankFailedException.class);
          assertThatThrownBy(() -> world.matchedProbe(VICTIM, 0))
              .isInstanceOf(RankFailedException.class);
        });
  }

  @Test
  void a_send_to_the_dead_fails_and_messages_among_the_living_go_on() {
    withoutRank1(
        world -> {
          awaitFailure(world);
          assertThatThrownBy(() -> world.send(longs(1), VICTIM, 0))
              .isInstanceOf(RankFailedException.class);
          assertThatThrownBy(() -> world.sendReceive(longs(1), VICTIM, 0, longs(0), 2, 0))
              .isInstanceOf(RankFailedException.class);
          int other = 2 - world.rank();
          long[] into = new long[1];
          world.sendReceive(longs(7 + world.rank()), other, 3, longs(into), other, 3);
          assertThat(into).containsExactly(7 + other);
        });
  }

  @Test
  void a_receive_from_any_rank_fails_until_the_failure_is_acknowledged() {
    withoutRank1(
        world -> {
          int other = 2 - world.rank();
          assertThatThrownBy(() -> world.receive(longs(0), ANY, 4))
              .isInstanceOf(RankFailedException.class);
          assertThatThrownBy(() -> world.probe(ANY, 4)).isInstanceOf(RankFailedException.class);
          world.acknowledgeFailures();
          assertThat(world.failedRanks()).containsExactly(VICTIM);
          Request receive = world.iReceive(longs(0), ANY, 5);
          world.send(longs(1), other, 5);
          receive.await();
          assertThat(receive.status().source()).isEqualTo(other);
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, MortalRanks.ROUTED})
  void communicators_without_the_dead_are_untouched(long routed) {
    MortalRanks ranks = new MortalRanks(4, routed + 2);
    Map<Integer, Communicator> halves = new ConcurrentHashMap<>();
    ranks.run(world -> halves.put(world.rank(), world.split(world.rank() % 2, world.rank())));
    ranks.run(
        world -> {
          Communicator half = halves.get(world.rank());
          if (world.rank() == VICTIM) {
            ranks.die(VICTIM);
          }
          awaitFailure(world);
          if (world.rank() == 3) {
            assertThatThrownBy(half::barrier)
                .isInstanceOfSatisfying(
                    RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(0));
          } else {
            half.barrier();
            half.close();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, MortalRanks.ROUTED})
  void a_buffered_send_to_a_dead_rank_fails_at_the_flush_and_not_at_the_close(long routed) {
    MortalRanks ranks = new MortalRanks(3, routed + 1);
    Map<Integer, Communicator> duplicates = new ConcurrentHashMap<>();
    ranks.run(world -> duplicates.put(world.rank(), world.duplicate()));
    ranks.run(
        world -> {
          Communicator all = duplicates.get(world.rank());
          if (world.rank() == VICTIM) {
            ranks.die(VICTIM);
          }
          all.bufferedSend(longs(0), VICTIM, 0);
          awaitFailure(world);
          assertThatThrownBy(all::flushBuffer)
              .isInstanceOfSatisfying(
                  RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(VICTIM));
          all.flushBuffer();
          all.close();
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, MortalRanks.ROUTED})
  void a_revoked_communicator_frees_those_who_wait_for_ranks_that_have_left(long routed) {
    MortalRanks ranks = new MortalRanks(4, routed + 3);
    ranks.run(
        world -> {
          Communicator pair = world.split(world.rank() / 2, 0);
          switch (world.rank()) {
            case 0 ->
                assertThatThrownBy(() -> pair.receive(longs(0), 1, 0))
                    .isInstanceOf(CommunicatorRevokedException.class)
                    .hasMessageContaining("rank 0, receive");
            case 1 -> {
              pair.revoke();
              pair.revoke();
              assertThatThrownBy(() -> pair.send(longs(0), 0, 0))
                  .isInstanceOf(CommunicatorRevokedException.class);
            }
            default -> pair.barrier();
          }
          assertThat(pair.isRevoked()).isEqualTo(world.rank() < 2);
          assertThat(world.isRevoked()).isFalse();
          assertThat(pair.agree(6 | world.rank())).isEqualTo(6);
          try (Communicator again = pair.shrink()) {
            assertThat(again.size()).isEqualTo(2);
            again.barrier();
          }
          world.barrier();
          pair.close();
        });
  }

  @Test
  void an_agreement_is_told_of_failures_until_all_have_acknowledged_them() {
    withoutRank1(
        world -> {
          awaitFailure(world);
          if (world.rank() == 0) {
            world.acknowledgeFailures();
          }
          assertThatThrownBy(() -> world.agree(-1))
              .isInstanceOfSatisfying(
                  RankFailedException.class, e -> assertThat(e.ranks()).containsExactly(VICTIM));
          world.acknowledgeFailures();
          assertThat(world.agree(world.rank() == 0 ? 0b110 : 0b011)).isEqualTo(0b010);
        });
  }

  @Test
  void a_shrunken_communicator_can_do_all_that_others_can() {
    withoutRank1(
        world -> {
          assertThatThrownBy(world::barrier).isInstanceOf(RankFailedException.class);
          Communicator living = world.shrink();
          assertThat(living.failedRanks()).isEmpty();
          assertThat(living.rank()).isEqualTo(world.rank() / 2);
          try (Communicator copy = living.duplicate();
              Communicator alone = copy.split(copy.rank(), 0);
              CartesianCommunicator ring = copy.cartesian(new int[] {2}, new boolean[] {true})) {
            alone.barrier();
            ring.barrier();
            long[] sum = new long[1];
            copy.allreduce(longs(world.rank()), longs(sum), ReductionOperator.SUM);
            assertThat(sum).containsExactly(2);
          }
          living.close();
          world.close();
          assertThatThrownBy(world::barrier).isInstanceOf(IllegalStateException.class);
        });
  }

  /** Threads that wait are parked behind one that polls, or behind Starling's own. */
  @ParameterizedTest
  @CsvSource({
    "MULTIPLE, false, 4",
    "MULTIPLE, true, 4",
    "SERIALIZED, true, 4",
    "MULTIPLE, false, " + (MortalRanks.ROUTED + 4),
    "MULTIPLE, true, " + (MortalRanks.ROUTED + 4),
    "SERIALIZED, true, " + (MortalRanks.ROUTED + 4)
  })
  void threads_that_are_parked_hear_of_it(ThreadLevel level, boolean progressThread, long seed) {
    Threading threading = new Threading(level, progressThread);
    MortalRanks ranks = new MortalRanks(2, seed, threading, rank -> Layout.flat(2));
    ranks.run(
        world -> {
          if (world.rank() == VICTIM) {
            pause();
            ranks.die(VICTIM);
          }
          int waiting = level == ThreadLevel.MULTIPLE ? 3 : 1;
          List<Thread> threads =
              java.util.stream.IntStream.range(0, waiting)
                  .mapToObj(
                      tag ->
                          Thread.ofPlatform()
                              .daemon()
                              .start(
                                  () ->
                                      assertThatThrownBy(() -> world.receive(longs(0), VICTIM, tag))
                                          .isInstanceOf(RankFailedException.class)))
                  .toList();
          for (Thread thread : threads) {
            join(thread);
          }
        });
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void join(Thread thread) {
    try {
      assertThat(thread.join(java.time.Duration.ofSeconds(20))).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, MortalRanks.ROUTED})
  void a_stream_of_other_messages_hides_no_failure(long routed) {
    MortalRanks ranks = new MortalRanks(3, routed + 6);
    ranks.run(
        world -> {
          if (world.rank() == VICTIM) {
            pause();
            ranks.die(VICTIM);
          }
          int other = 2 - world.rank();
          Request lost = world.iReceive(longs(0), VICTIM, 9);
          long[] into = new long[1];
          boolean told = false;
          long stop = 0;
          while (stop == 0) {
            told = told || world.failedRanks().length > 0;
            world.sendReceive(longs(told ? 1 : 0), other, 5, longs(into), other, 5);
            stop = told ? into[0] : 0;
          }
          assertThatThrownBy(lost::await).isInstanceOf(RankFailedException.class);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"revoke", "agree", "shrink"})
  void a_job_that_does_not_survive_says_how_it_would(String call) {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          assertThat(world.failedRanks()).isEmpty();
          assertThat(world.isRevoked()).isFalse();
          world.acknowledgeFailures();
          assertThatThrownBy(
                  () -> {
                    switch (call) {
                      case "revoke" -> world.revoke();
                      case "agree" -> world.agree(1);
                      default -> world.shrink();
                    }
                  })
              .isInstanceOf(UnsupportedOperationException.class)
              .hasMessageContaining(call + "()")
              .hasMessageContaining("--on-failure return");
          world.barrier();
        });
  }
}
