package io.starling.examples.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MajorityTest {

  @Test
  void the_class_with_most_votes_wins_on_each_image() {
    List<int[]> answers =
        List.of(new int[] {3, 9, 0}, new int[] {5, 9, 1}, new int[] {5, 2, 1}, new int[] {5, 1, 0});
    assertThat(Majority.of(answers, 10)).containsExactly(5, 9, 0);
  }

  @Test
  void a_single_answer_is_the_majority() {
    assertThat(Majority.of(List.of(new int[] {7, 0}), 10)).containsExactly(7, 0);
  }

  @Test
  void a_window_gives_the_times_within_which_shares_of_the_queries_were_answered() {
    double[] times = new double[200];
    for (int i = 0; i < times.length; i++) {
      times[i] = 200 - i;
    }
    Window window = new Window(200, times, 3, 1);
    assertThat(window.quantile(0)).isEqualTo(1);
    assertThat(window.quantile(0.5)).isEqualTo(100);
    assertThat(window.quantile(0.99)).isEqualTo(198);
    assertThat(window.quantile(1)).isEqualTo(200);
    assertThat(times[0]).isEqualTo(200);
  }
}
