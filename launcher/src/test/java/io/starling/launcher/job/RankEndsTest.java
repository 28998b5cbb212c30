package io.starling.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.exit.ExitStatus;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankEndsTest {

  private static final int FAILURE = 7;

  private final RankEnds ends = new RankEnds(0, 3);

  @Test
  void ranks_that_run_end_with_the_one_that_failed() {
    ends.note(1, FAILURE);
    assertThat(ends.endOfOthers(FAILURE)).isEqualTo("; Starling ends the other ranks");
  }

  @Test
  void ranks_that_lost_the_failed_one_end_with_it_even_if_that_is_seen_before_its_failure() {
    ends.note(0, ExitStatus.PEER_FAILED);
    ends.note(2, ExitStatus.PEER_FAILED);
    ends.note(1, FAILURE);
    assertThat(ends.endOfOthers(FAILURE)).isEqualTo("; Starling ends the other ranks");
  }

  @Test
  void ranks_that_have_ended_by_themselves_are_not_ended() {
    ends.note(0, ExitStatus.SUCCESS);
    ends.note(2, ExitStatus.SUCCESS);
    ends.note(1, FAILURE);
    assertThat(ends.endOfOthers(FAILURE)).isEmpty();
  }

  @Test
  void a_rank_that_has_only_lost_another_ends_no_others() {
    ends.note(0, ExitStatus.PEER_FAILED);
    ends.note(1, ExitStatus.PEER_FAILED);
    ends.note(2, ExitStatus.PEER_FAILED);
    assertThat(ends.endOfOthers(ExitStatus.PEER_FAILED)).isEmpty();
  }
}
