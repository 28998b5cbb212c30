package io.starling.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JobTimeTest {

  private static final long START = 5_000;

  private final Duration limit = Duration.ofSeconds(3);
  private final JobTime time = new JobTime(Optional.of(limit), 4, START);

  @Test
  void it_begins_when_the_last_rank_has_come_to_its_main_method() {
    long now = START + Duration.ofSeconds(10).toNanos();
    assertThat(time.nanosToWait(3, now)).isPositive().isLessThan(limit.toNanos());
    assertThat(time.isOver(now)).isFalse();
    assertThat(time.nanosToWait(4, now)).isEqualTo(limit.toNanos());
    assertThat(time.isOver(now + limit.toNanos() - 1)).isFalse();
    assertThat(time.isOver(now + limit.toNanos())).isTrue();
  }

  @Test
  void ranks_that_never_come_so_far_do_not_keep_the_job_for_ever() {
    long late = START + JobTime.LONGEST_START.toNanos();
    assertThat(time.nanosToWait(0, late)).isEqualTo(limit.toNanos());
    assertThat(time.isOver(late + limit.toNanos())).isTrue();
  }

  @Test
  void a_job_without_a_limit_has_all_the_time() {
    assertThat(new JobTime(Optional.empty(), 4, START).isLimited()).isFalse();
  }
}
