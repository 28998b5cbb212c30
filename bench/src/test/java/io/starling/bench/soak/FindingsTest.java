package io.starling.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FindingsTest {

  private static final long FROM = 5;

  private final Findings findings = new Findings(System.err);

  private void tell(String words) {
    var _ = findings.begin();
    findings.take(RankReport.MARK + "0 " + words);
    findings.requireSteps(FROM);
  }

  @Test
  void a_walk_without_a_step_is_a_failure() {
    tell("end 5");
    assertThat(findings.wrong()).singleElement().asString().contains("no rank has done a step");
  }

  @Test
  void one_step_is_enough() {
    tell("end 6");
    assertThat(findings.wrong()).isEmpty();
  }

  @Test
  void a_rank_that_was_killed_in_its_first_step_has_begun_it() {
    tell("kill 5");
    assertThat(findings.wrong()).isEmpty();
  }
}
