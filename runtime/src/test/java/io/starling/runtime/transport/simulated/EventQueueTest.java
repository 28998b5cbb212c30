package io.starling.runtime.transport.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EventQueueTest {

  private record Event(long time, int kind, int subject) {}

  @Test
  void the_earliest_comes_first_and_of_those_at_once_the_one_that_was_added_first() {
    EventQueue queue = new EventQueue();
    List<Event> expected = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(11);
    for (int step = 0; step < 20_000; step++) {
      if (expected.isEmpty() || random.nextInt(5) < 3) {
        Event event = new Event(random.nextLong(50), random.nextInt(8), random.nextInt(1 << 28));
        queue.add(event.time(), event.kind(), event.subject());
        expected.add(event);
      } else {
        Event earliest = expected.stream().min(Comparator.comparingLong(Event::time)).orElseThrow();
        assertThat(new Event(queue.time(), queue.kind(), queue.subject())).isEqualTo(earliest);
        queue.remove();
        expected.remove(earliest);
      }
    }
    assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
  }
}
