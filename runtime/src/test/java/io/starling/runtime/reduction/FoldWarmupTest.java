package io.starling.runtime.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class FoldWarmupTest {

  private static final long COMPILED = 4_000;
  private static final long INTERPRETED = 50_000;

  private long now;
  private int calls;

  /** Warms a fold each of whose calls takes a number of nanoseconds; returns how many it takes. */
  private int callsToWarm(IntToLongFunction nanoseconds) {
    calls = 0;
    FoldWarmup.warm(
        (_, _, _, _, _, _, bytes) -> {
          assertThat(bytes).isEqualTo(4096);
          now += nanoseconds.applyAsLong(calls);
          calls++;
        },
        () -> now);
    return calls;
  }

  @Test
  void endsWithEightCallsInARowThatAreFast() {
    assertThat(callsToWarm(call -> call < 300 ? INTERPRETED : COMPILED)).isEqualTo(308);
    assertThat(callsToWarm(_ -> COMPILED)).isEqualTo(8);
  }

  @Test
  void aSlowCallAmongFastOnesStartsTheCountAnew() {
    assertThat(callsToWarm(call -> call % 8 == 7 && call < 80 ? INTERPRETED : COMPILED))
        .isEqualTo(88);
  }

  @Test
  void givesUpAfterASecond() {
    assertThat(callsToWarm(_ -> 1_000_000)).isEqualTo(1001);
  }

  @Test
  void runsOnADaemonThreadIfSoWished() throws InterruptedException {
    CountDownLatch warmed = new CountDownLatch(1);
    AtomicReference<Thread> thread = new AtomicReference<>();
    ReductionOperator max =
        new Foreseen(
            (_, _, _, _, _, _, _) -> {
              thread.set(Thread.currentThread());
              warmed.countDown();
            });

    Thread started = FoldWarmup.warmInBackground(max, Datatype.INT64);

    warmed.await();
    started.join();
    assertThat(thread).hasValue(started);
    assertThat(started.isDaemon()).isTrue();
    assertThat(started.getName()).contains("max").contains("INT64");
  }

  /** An operator whose folds are this one. */
  private record Foreseen(Fold fold) implements FoldingOperator {

    @Override
    public String name() {
      return "max";
    }

    @Override
    public boolean commutative() {
      return true;
    }

    @Override
    public boolean supports(Datatype type) {
      return true;
    }

    @Override
    public Fold fold(Datatype type) {
      return fold;
    }
  }

  @Test
  void refusesWhatTheOperatorRefuses() {
    assertThatThrownBy(() -> FoldWarmup.warm(ReductionOperator.SUM, Datatype.INT32_INDEX))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> FoldWarmup.warmInBackground(ReductionOperator.SUM, Datatype.INT32_INDEX))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
