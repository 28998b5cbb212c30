package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class WorkQueueTest {

  private final WorkQueue queue = new WorkQueue();

  @Test
  void work_ends_in_the_order_of_its_posts_however_much_there_is() {
    int posted = 0;
    int ended = 0;
    for (int round = 0; round < 100; round++) {
      for (int i = 0; i < round; i++) {
        queue.add(posted, "work " + posted, posted + 1, 0, 0, 0, 1);
        posted++;
      }
      for (int i = 0; i < round / 2; i++) {
        assertThat(queue.oldestWork()).isEqualTo(ended);
        assertThat(queue.oldestEvent()).isEqualTo(ended + 1);
        assertThat(queue.oldestDescription()).isEqualTo("work " + ended);
        queue.removeOldest();
        ended++;
      }
    }
    assertThat(queue.isEmpty()).isFalse();
  }

  @Test
  void a_write_conflicts_with_reads_and_writes_of_the_same_bytes() {
    queue.add(1, "copy", 11, 1000, 1000, 2000, 100);

    assertThat(queue.youngestConflict(5000, 5000, 1099, 100)).isEqualTo(11);
    assertThat(queue.youngestConflict(5000, 5000, 1901, 100)).isEqualTo(11);
    assertThat(queue.youngestConflict(5000, 5000, 1100, 100)).isZero();
    assertThat(queue.youngestConflict(5000, 5000, 1900, 100)).isZero();
  }

  @Test
  void a_read_conflicts_with_writes_alone() {
    queue.add(1, "fold", 11, 1000, 3000, 2000, 100);

    assertThat(queue.youngestConflict(1000, 3000, 7000, 100)).isZero();
    assertThat(queue.youngestConflict(2099, 9000, 7000, 100)).isEqualTo(11);
    assertThat(queue.youngestConflict(9000, 2099, 7000, 100)).isEqualTo(11);
    assertThat(queue.youngestConflict(9000, 9000, 3000, 100)).isEqualTo(11);
  }

  @Test
  void of_many_conflicts_the_youngest_is_found() {
    for (int number = 1; number <= 40; number++) {
      queue.add(number, "copy", number, 1000, 1000, number % 2 == 0 ? 2000 : 4000, 100);
    }
    assertThat(queue.youngestConflict(2000, 2000, 8000, 100)).isEqualTo(40);
    assertThat(queue.youngestConflict(4000, 4000, 8000, 100)).isEqualTo(39);
    assertThat(queue.youngestEvent()).isEqualTo(40);
  }

  @Test
  void what_was_removed_conflicts_with_nothing() {
    queue.add(WorkQueue.NOBODY, "fill", 11, 1000, 1000, 1000, 100);
    assertThat(queue.touching(1050, 1)).isEqualTo("fill");

    queue.removeOldest();

    assertThat(queue.touching(0, Long.MAX_VALUE)).isNull();
    assertThat(queue.youngestConflict(1000, 1000, 1000, 100)).isZero();
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.youngestEvent()).isZero();
  }

  @Test
  void no_bytes_conflict_with_nothing() {
    queue.add(1, "copy", 11, 1000, 1000, 2000, 0);
    assertThat(queue.youngestConflict(2000, 2000, 2000, 100)).isZero();
    queue.add(2, "copy", 12, 1000, 1000, 2000, 10);
    assertThat(queue.youngestConflict(2000, 2000, 2000, 0)).isZero();
  }
}
