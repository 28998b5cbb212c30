package io.starling.runtime.transport.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.runtime.progress.Port;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NoisyPortTest {

  private static final int RANK = 3;
  private static final long MILLI = 1_000_000;
  private static final long PERIOD = 100 * MILLI;
  private static final long TURN = 2000 * MILLI;
  private static final long TICK = 1_000;
  private static final long START = 777 * MILLI;

  private final HandMovedClock clock = new HandMovedClock(START);
  private final List<String> calls = new ArrayList<>();
  private StolenTime reported;

  /** Moves by itself only while somebody looks at it. */
  private static final class HandMovedClock implements LongSupplier {

    private long now;

    HandMovedClock(long now) {
      this.now = now;
    }

    @Override
    public long getAsLong() {
      return now += TICK;
    }
  }

  @Test
  void it_steals_what_the_schedule_says() {
    NoiseSchedule schedule = schedule(10);
    NoisyPort port = port(schedule);
    long first = schedule.numberFrom(START);
    for (long number = first; number < first + 50; number++) {
      clock.now = schedule.begin(number) - 2 * TICK;
      port.progress();
      assertThat(clock.now).as("before the noise").isLessThan(schedule.begin(number));
      port.progress();
      assertThat(clock.now - schedule.begin(number))
          .isCloseTo(schedule.duration(number), within(2 * TICK));
    }
    assertThat(calls).hasSize(100).containsOnly("progress");
  }

  @Test
  void a_late_call_makes_up_for_all_that_was_due() {
    NoiseSchedule schedule = schedule(10);
    NoisyPort port = port(schedule);
    long first = schedule.numberFrom(START);
    long owed = 0;
    for (long number = first; number < first + 5; number++) {
      owed += schedule.duration(number);
    }
    long late = schedule.begin(first + 4) + PERIOD / 10;
    clock.now = late;
    port.progress();
    assertThat(clock.now - late).isCloseTo(owed, within(6 * TICK));
    assertThat(calls).containsExactly("progress");
  }

  @Test
  void no_noise_takes_no_time() {
    NoisyPort port = port(schedule(0));
    for (int call = 0; call < 1000; call++) {
      clock.now = START + call * PERIOD / 7;
      long before = clock.now;
      port.progress();
      assertThat(clock.now).isLessThanOrEqualTo(before + 2 * TICK);
    }
    port.close();
    assertThat(reported.in(0)).isZero();
  }

  @Test
  void percentages_take_turns_and_what_was_stolen_is_reported_for_each() throws IOException {
    NoiseSchedule schedule = schedule(0, 5, 50);
    NoisyPort port = port(schedule);
    int turns = 300;
    while (clock.now < START + turns * TURN) {
      clock.now += MILLI / 4;
      port.progress();
    }
    port.close();
    port.close();
    double[] shares = new double[3];
    for (int turn = 0; turn < turns; turn++) {
      shares[turn % 3] += (double) reported.in(turn) / TURN / (turns / 3.0);
    }
    // Noise of 50 % that begins with a turn's end goes on in the next, but counts where it began.
    assertThat(shares[0]).isZero();
    assertThat(shares[1]).isCloseTo(0.05, within(0.005));
    assertThat(shares[2]).isCloseTo(0.5, within(0.05));
    assertThat(calls).endsWith("close", "close");
    Path file = folder.resolve("3");
    reported.write(file);
    StolenTime read = StolenTime.read(file);
    for (int turn = 0; turn < turns; turn++) {
      assertThat(read.in(turn)).isEqualTo(reported.in(turn));
    }
  }

  @TempDir private Path folder;

  @Test
  void nobody_sleeps_through_a_noise() {
    NoiseSchedule schedule = schedule(10);
    NoisyPort port = port(schedule);
    long due = schedule.begin(schedule.numberFrom(START));
    clock.now = due - 10 * TICK;
    assertThat(port.arm()).isTrue();
    port.sleep(PERIOD);
    assertThat(calls).containsExactly("arm", "sleep " + 9 * TICK);
    assertThat(port.arm()).isTrue();
    port.sleep(3 * TICK);
    assertThat(calls).endsWith("sleep " + 3 * TICK);
    clock.now = due;
    assertThat(port.arm()).as("noise is due").isFalse();
    assertThat(calls).hasSize(4);
  }

  @Test
  void each_noise_is_told_when_it_is_over() {
    NoiseSchedule schedule = schedule(10);
    NoisyPort port = port(schedule);
    List<Long> told = new ArrayList<>();
    port.tell(
        (begin, end) -> {
          assertThat(clock.now).isGreaterThanOrEqualTo(end);
          told.add(end - begin);
        });
    long number = schedule.numberFrom(START);
    clock.now = schedule.begin(number);
    port.progress();
    assertThat(told)
        .singleElement()
        .satisfies(
            time ->
                assertThat(time)
                    .isBetween(schedule.duration(number), schedule.duration(number) + TICK));
  }

  private NoisyPort port(NoiseSchedule schedule) {
    Port port =
        (Port)
            Proxy.newProxyInstance(
                Port.class.getClassLoader(),
                new Class<?>[] {Port.class},
                (_, method, arguments) -> {
                  String[] words =
                      arguments == null
                          ? new String[0]
                          : Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new);
                  calls.add((method.getName() + " " + String.join(" ", words)).strip());
                  return result(method.getReturnType());
                });
    return new NoisyPort(port, schedule, clock, stolen -> reported = stolen);
  }

  private static Object result(Class<?> type) {
    if (type == boolean.class) {
      return true;
    }
    if (type == int.class) {
      return 0;
    }
    return type == long.class ? 0L : null;
  }

  private static NoiseSchedule schedule(double... percents) {
    NoiseSettings settings =
        new NoiseSettings(
            Arrays.stream(percents).boxed().toList(),
            10,
            20180611,
            TURN,
            OptionalLong.empty(),
            Optional.empty());
    return new NoiseSchedule(settings, RANK, START);
  }
}
