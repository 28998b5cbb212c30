package io.starling.runtime.transport.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TagQueueTest {

  private record Entry(int place, long tag) {}

  @Test
  void it_finds_what_a_list_would_find() {
    TagQueue queue = new TagQueue();
    List<Entry> expected = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(7);
    for (int step = 0; step < 50_000; step++) {
      long tag = random.nextLong(40) << (random.nextInt(2) * 30);
      Entry first = expected.stream().filter(entry -> entry.tag() == tag).findFirst().orElse(null);
      assertThat(queue.find(tag)).isEqualTo(first == null ? TagQueue.NONE : first.place());
      if (random.nextInt(1000) < (step / 5000 % 2 == 0 ? 600 : 400)) {
        expected.add(new Entry(queue.add(tag), tag));
      } else if (!expected.isEmpty()) {
        queue.remove(expected.remove(random.nextInt(expected.size())).place());
      }
    }
    List<Entry> left = new ArrayList<>();
    for (int place = queue.first(); place != TagQueue.NONE; place = queue.after(place)) {
      left.add(new Entry(place, queue.tag(place)));
    }
    assertThat(left).isEqualTo(expected);
  }

  @Test
  void a_place_that_was_freed_is_taken_again() {
    TagQueue queue = new TagQueue();
    for (int i = 0; i < 1000; i++) {
      queue.remove(queue.add(i));
    }
    assertThat(queue.places()).isEqualTo(TagQueue.INITIAL_PLACES);
    assertThat(queue.isEmpty()).isTrue();
  }
}
