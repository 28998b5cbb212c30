package io.starling.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WarmUpTest {

  @ParameterizedTest
  @CsvSource({"1, 2, 1600", "2, 2, 1600", "3, 2, 3200", "4, 2, 3200", "5, 2, 4800", "8, 64, 1600"})
  void ranks_that_share_a_core_compile_in_turn(int ranks, int cores, long millis) {
    assertThat(WarmUp.first(Duration.ofMillis(100), ranks, cores).toMillis()).isEqualTo(millis);
  }

  @Test
  void the_compiler_needs_about_three_seconds() {
    assertThat(WarmUp.isEnough(Duration.ofMillis(300))).isTrue();
    assertThat(WarmUp.isEnough(Duration.ofMillis(188))).isTrue();
    assertThat(WarmUp.isEnough(Duration.ofMillis(187))).isFalse();
    assertThat(WarmUp.isEnough(Duration.ZERO)).isFalse();
  }
}
