package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class IntQueueTest {

  /** Positive numbers are added, for others one is removed. */
  @Property(tries = 300)
  void what_went_in_first_comes_out_first_however_far_it_grows(
      @ForAll @Size(max = 500) List<Integer> steps) {
    IntQueue queue = new IntQueue();
    ArrayDeque<Integer> model = new ArrayDeque<>();
    for (int step : steps) {
      if (step > 0 || model.isEmpty()) {
        for (int i = 0; i <= Math.floorMod(step, 40); i++) {
          queue.add(step + i);
          model.add(step + i);
        }
      } else {
        assertThat(queue.remove()).isEqualTo(model.remove());
      }
      assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
    }
    while (!model.isEmpty()) {
      assertThat(queue.remove()).isEqualTo(model.remove());
    }
    assertThat(queue.isEmpty()).isTrue();
  }
}
