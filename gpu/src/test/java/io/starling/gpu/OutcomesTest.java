package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class OutcomesTest {

  private final Outcomes outcomes = new Outcomes();
  private final List<String> heard = new ArrayList<>();

  @Test
  void all_is_told_once_in_order() {
    for (int work = 0; work < 20; work++) {
      outcomes.add(work, work % 2 == 0 ? null : "failed");
    }
    assertThat(outcomes.tell(this::hear)).isEqualTo(20);
    assertThat(outcomes.tell(this::hear)).isZero();
    assertThat(heard).hasSize(20).startsWith("0 null", "1 failed", "2 null");
  }

  @Test
  void what_a_listener_adds_is_told_the_next_time() {
    outcomes.add(1, null);

    int told =
        outcomes.tell(
            (work, failure) -> {
              hear(work, failure);
              outcomes.add(2, "late");
            });

    assertThat(told).isEqualTo(1);
    assertThat(heard).containsExactly("1 null");
    assertThat(outcomes.tell(this::hear)).isEqualTo(1);
    assertThat(heard).containsExactly("1 null", "2 late");
  }

  private void hear(int work, String failure) {
    heard.add(work + " " + failure);
  }
}
