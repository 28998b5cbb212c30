package io.starling.launcher.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class DialectArgumentsTest {

  private static final String[] WORDS = {"Ring", "7"};

  @Test
  void programs_for_mpj_express_get_three_arguments_first() {
    assertThat(DialectArguments.of(WORDS, 2, Map.of("STARLING_MPI", "mpj")))
        .containsExactly("2", "starling", "starling", "7");
  }

  @Test
  void all_others_get_their_own_also_in_a_job_that_such_a_program_starts() {
    assertThat(DialectArguments.of(WORDS, 2, Map.of())).containsExactly("7");
    assertThat(DialectArguments.of(WORDS, 2, Map.of("STARLING_MPI", ""))).containsExactly("7");
  }
}
