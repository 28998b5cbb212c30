package io.starling.bench.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** By a clock that moves on only by what the candidates take. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SearchTest {

  private static final long SECOND = 1_000_000_000;

  private long now;
  private final Random random = new Random(4);

  private CandidateTrial search(long nanos, double noise, double... micros) {
    List<CandidateTrial> trials = new ArrayList<>();
    for (double each : micros) {
      trials.add(new CandidateTrial(trials.size(), each + " us"));
    }
    Search search =
        new Search(
            (candidate, iterations) -> {
              double time = micros[candidate] * (1 + noise * random.nextDouble());
              now += (long) (2000 * time * iterations);
              return time;
            },
            () -> now);
    return search.run(trials, nanos);
  }

  @Test
  void the_fastest_of_many_wins() {
    assertThat(search(SECOND, 0.1, 50, 40, 60, 70, 30, 80, 90, 35, 100).number()).isEqualTo(4);
  }

  @Test
  void the_incumbent_stays_where_nothing_is_better_by_more_than_the_noise() {
    assertThat(search(SECOND, 0.01, 50, 49, 60, 48.5).number()).isZero();
    assertThat(search(SECOND, 0.8, 50, 45, 60, 70).number()).isZero();
  }

  @Test
  void the_incumbent_stays_without_a_rival() {
    assertThat(search(SECOND, 0.1, 50).number()).isZero();
  }

  @Test
  void the_time_is_kept_but_for_one_batch() {
    search(SECOND, 0.1, 50, 40, 60, 70, 30, 80);
    assertThat(now).isBetween(SECOND / 2, SECOND + SECOND / 10);
  }

  @Test
  void the_time_is_kept_where_the_machine_becomes_slow() {
    Search search =
        new Search(
            (candidate, iterations) -> {
              double time = now < SECOND / 4 ? 10 : 5_000;
              now += (long) (2000 * time * iterations);
              return time;
            },
            () -> now);
    search.run(
        List.of(
            new CandidateTrial(0, "one"),
            new CandidateTrial(1, "other"),
            new CandidateTrial(2, "third")),
        SECOND);
    assertThat(now).isBetween(SECOND / 2, SECOND + SECOND / 5);
  }

  @Test
  void without_time_nothing_is_known_and_the_incumbent_stays() {
    CandidateTrial winner = search(0, 0.1, 50, 10);
    assertThat(winner.number()).isZero();
    assertThat(winner.count()).isZero();
    assertThat(now).isZero();
  }

  @Test
  void a_candidate_that_takes_longer_than_the_budget_is_tried_but_once() {
    search(SECOND / 1000, 0.1, 1, 10_000_000, 1);
    assertThat(now).isLessThan(50 * SECOND);
  }
}
