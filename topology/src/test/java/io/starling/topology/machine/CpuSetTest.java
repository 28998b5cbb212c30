package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class CpuSetTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0-3", "1,3,5", "0-3,8,64-127"})
  void a_list_survives_reading_and_writing(String list) {
    assertThat(CpuSet.parse(list)).hasToString(list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "1-", "-1", "3-1", "1,,2", "1,", "0x3", "99999999"})
  void what_is_no_list_is_refused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> CpuSet.parse(text));
  }

  @Test
  void sets_meet_and_join() {
    CpuSet low = CpuSet.range(0, 3);
    CpuSet high = CpuSet.range(3, 5);

    assertThat(low.and(high)).hasToString("3").isEqualTo(CpuSet.parse("3"));
    assertThat(low.or(high)).hasToString("0-5");
    assertThat(low.intersects(high)).isTrue();
    assertThat(low.intersects(CpuSet.EMPTY)).isFalse();
    assertThat(low).hasToString("0-3");
    assertThat(high.contains(5)).isTrue();
    assertThat(high.contains(-1)).isFalse();
    assertThat(high.size()).isEqualTo(3);
  }

  @Test
  void the_affinity_of_a_process_is_a_line_of_its_status() {
    assertThat(Affinity.of(List.of("Name:\tjava", "Cpus_allowed_list:\t0-1,7")))
        .hasToString("0-1,7");
    assertThat(Affinity.of(List.of("Name:\tjava")).size())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
  }
}
