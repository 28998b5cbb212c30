package io.starling.runtime.bootstrap.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.StarlingException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PmiLineTest {

  @Test
  void a_line_is_read_word_by_word() {
    PmiLine line = PmiLine.parse("cmd=get_result rc=0 msg=success value=2.AB-_=\n");
    assertThat(line.require("get_result").succeeded()).isTrue();
    assertThat(line.text("value")).isEqualTo("2.AB-_=");
    assertThat(line.number("rc")).isZero();
  }

  @Test
  void a_command_without_a_status_has_succeeded_and_one_with_another_than_0_has_not() {
    assertThat(PmiLine.parse("cmd=barrier_out").succeeded()).isTrue();
    assertThat(PmiLine.parse("cmd=put_result rc=-1 msg=too_long").succeeded()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=", "cmd", "cmd=", "cmd=other", " = = ", "value=cmd=maxes"})
  void another_answer_is_refused(String line) {
    assertThatThrownBy(() -> PmiLine.parse(line).require("maxes"))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("instead of maxes");
  }

  @Test
  void what_is_missing_or_no_number_is_named() {
    PmiLine line = PmiLine.parse("cmd=maxes vallen_max=many");
    assertThatThrownBy(() -> line.text("kvsname")).hasMessageContaining("without kvsname");
    assertThatThrownBy(() -> line.number("vallen_max")).hasMessageContaining("vallen_max=many");
  }
}
