package io.starling.runtime.transport.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PeriodicNoiseTest {

  private static final long SEED = Long.getLong("starling.seed", 20180611L);
  private static final long PERIOD = 1_000;
  private static final int RANKS = 5;
  private static final int SAMPLES = 20_000;

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.05, 0.1, 0.5})
  void over_many_periods_it_takes_the_share_that_was_asked_for(double share) {
    long period = VirtualTime.PER_SECOND / 10;
    long periods = 100_000;
    PeriodicNoise noise = new PeriodicNoise(share, period, SEED);
    double taken = 0;
    for (long number = 0; number < periods; number++) {
      long duration = noise.duration(1, number);
      assertThat(duration).isBetween(0L, Math.round(2 * share * period));
      taken += duration;
    }
    assertThat(taken / (periods * period)).isCloseTo(share, within(0.01 * share));
  }

  @Test
  void the_same_seed_gives_the_same_and_another_seed_or_rank_does_not() {
    PeriodicNoise one = new PeriodicNoise(0.1, PERIOD, SEED);
    PeriodicNoise same = new PeriodicNoise(0.1, PERIOD, SEED);
    PeriodicNoise other = new PeriodicNoise(0.1, PERIOD, SEED + 1);
    int different = 0;
    int unlike = 0;
    for (long number = 0; number < 1000; number++) {
      assertThat(one.duration(3, number)).isEqualTo(same.duration(3, number));
      assertThat(one.begin(3, number)).isEqualTo(same.begin(3, number));
      different += one.duration(3, number) == other.duration(3, number) ? 0 : 1;
      unlike += one.duration(3, number) == one.duration(4, number) ? 0 : 1;
    }
    assertThat(different).isGreaterThan(900);
    assertThat(unlike).isGreaterThan(900);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05, 0.3, 0.5})
  void work_in_two_parts_ends_when_it_would_in_one(double share) {
    PeriodicNoise noise = new PeriodicNoise(share, PERIOD, SEED);
    Random random = new Random(SEED);
    for (int sample = 0; sample < SAMPLES; sample++) {
      int rank = random.nextInt(RANKS);
      long from = random.nextLong(-10 * PERIOD, 100 * PERIOD);
      long first = random.nextLong(3 * PERIOD);
      // Nothing more to do at the end of a period asks whether the processor is there: not yet.
      long second = random.nextLong(1, 3 * PERIOD);
      assertThat(noise.finish(rank, noise.finish(rank, from, first), second))
          .as("seed %d: rank %d from %d, %d and %d", SEED, rank, from, first, second)
          .isEqualTo(noise.finish(rank, from, first + second));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05, 0.3, 0.5})
  void who_begins_later_or_has_more_to_do_ends_no_earlier(double share) {
    PeriodicNoise noise = new PeriodicNoise(share, PERIOD, SEED);
    Random random = new Random(SEED);
    for (int sample = 0; sample < SAMPLES; sample++) {
      int rank = random.nextInt(RANKS);
      long from = random.nextLong(100 * PERIOD);
      long work = random.nextLong(3 * PERIOD);
      long end = noise.finish(rank, from, work);
      assertThat(end).isGreaterThanOrEqualTo(from + work);
      assertThat(noise.finish(rank, from + random.nextLong(PERIOD), work))
          .isGreaterThanOrEqualTo(end);
      assertThat(noise.finish(rank, from, work + random.nextLong(PERIOD)))
          .isGreaterThanOrEqualTo(end);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.05, 0.3, 0.5})
  void work_in_a_quiet_time_is_not_disturbed(double share) {
    PeriodicNoise noise = new PeriodicNoise(share, PERIOD, SEED);
    Random random = new Random(SEED);
    int quiet = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
      int rank = random.nextInt(RANKS);
      long asked = random.nextLong(-10 * PERIOD, 100 * PERIOD);
      long until = noise.quietUntil(rank, asked);
      assertThat(until).isGreaterThanOrEqualTo(asked);
      if (until > asked) {
        quiet++;
        long end = Math.min(until, asked + 3 * PERIOD);
        long from = random.nextLong(asked, end);
        long work = random.nextLong(end - from + 1);
        assertThat(noise.finish(rank, from, work)).isEqualTo(from + work);
      } else {
        assertThat(noise.finish(rank, asked, 0)).isGreaterThan(asked);
      }
    }
    assertThat(quiet).isGreaterThan(SAMPLES / 3);
  }

  @Test
  void a_time_lies_in_the_period_that_began_last() {
    PeriodicNoise noise = new PeriodicNoise(0.1, PERIOD, SEED);
    for (long time = -5 * PERIOD; time < 5 * PERIOD; time += 7) {
      long number = noise.numberAt(2, time);
      assertThat(noise.begin(2, number)).isLessThanOrEqualTo(time);
      assertThat(noise.begin(2, number + 1)).isGreaterThan(time);
    }
  }

  @Test
  void a_share_beyond_a_half_is_refused() {
    assertThatThrownBy(() -> new PeriodicNoise(0.51, PERIOD, SEED)).hasMessageContaining("51");
    assertThatThrownBy(() -> new PeriodicNoise(-0.01, PERIOD, SEED)).hasMessageContaining("-1");
  }
}
