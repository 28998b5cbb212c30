package io.starling.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.bench.report.Latencies;
import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LatenciesOfRanksTest {

  private static final long STALL = TimeUnit.MILLISECONDS.toNanos(200);

  private static void stall() {
    long end = System.nanoTime() + STALL;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  @Test
  void a_single_stalled_iteration_is_the_slowest_and_no_other_percentile() {
    Histogram times = Latencies.histogram();
    AtomicInteger calls = new AtomicInteger();
    Starling.local(
        1,
        world ->
            new Benchmarks.CollectiveLoop(
                    world,
                    () -> {},
                    () -> {
                      if (calls.getAndIncrement() == 700) {
                        stall();
                      }
                    },
                    1,
                    times)
                .applyAsLong(2000));
    assertThat(times.getTotalCount()).isEqualTo(2000);
    assertThat(times.getMaxValue()).isGreaterThanOrEqualTo(STALL);
    assertThat(times.getValueAtPercentile(50)).isLessThan(STALL / 10);
    assertThat(times.getCountBetweenValues(STALL, Long.MAX_VALUE)).isEqualTo(1);
  }

  @Test
  void a_round_trip_that_stalls_counts_by_half_and_all_iterations_are_noted() {
    Histogram times = Latencies.histogram();
    CountDownLatch isNoted = new CountDownLatch(401);
    Starling.local(
        2,
        world -> {
          Buffer message = Buffer.of(new byte[8]);
          if (world.rank() == 0) {
            // Rank 0 receives after it has noted the time, so the stall begins and ends in one.
            PingPong serves =
                new PingPong(
                    world,
                    peer -> world.send(message, peer, 0),
                    peer -> {
                      isNoted.countDown();
                      world.receive(message, peer, 0);
                    },
                    times);
            long total = serves.applyAsLong(1000);
            assertThat(times.getMean() * 1000).isBetween(total * 0.98, total * 1.02);
          } else {
            answer(world, message, 400);
            await(isNoted);
            stall();
            answer(world, message, 600);
          }
        });
    assertThat(times.getTotalCount()).isEqualTo(1000);
    assertThat(times.getMaxValue()).isGreaterThanOrEqualTo(STALL / 2);
    assertThat(times.getValueAtPercentile(50)).isLessThan(STALL / 10);
  }

  private static void answer(Communicator world, Buffer message, int times) {
    for (int i = 0; i < times; i++) {
      world.receive(message, 0, 0);
      world.send(message, 0, 0);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void rank_0_gets_what_all_have_noted_and_a_rank_may_have_nothing() {
    AtomicReference<Histogram> merged = new AtomicReference<>();
    Starling.local(
        4,
        world -> {
          Histogram own = Latencies.histogram();
          int rank = world.rank();
          own.recordValueWithCount(rank == 1 ? 3_000_000_000L : 100, rank == 2 ? 0 : 10 + rank);
          Histogram all = new Collector(world).merge(own);
          if (rank == 0) {
            merged.set(all);
          } else {
            assertThat(all.getTotalCount()).isEqualTo(rank == 2 ? 0 : 10 + rank);
          }
        });
    assertThat(merged.get().getTotalCount()).isEqualTo(10 + 11 + 13);
    assertThat(merged.get().getCountAtValue(100)).isEqualTo(10 + 13);
    assertThat(merged.get().getCountAtValue(3_000_000_000L)).isEqualTo(11);
  }
}
