package io.starling.collectives.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.tree.Branch;
import io.starling.runtime.progress.Tags;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class TreePlanTest {

  private static TreePlan plan(long bytes, long segmentBytes) {
    return new TreePlan(new Branch(Branch.NONE), bytes, segmentBytes, 4, 8);
  }

  @Property
  void segments_are_whole_elements_and_no_more_than_tags_can_number(
      @ForAll @LongRange(min = 1, max = 1L << 40) long wished,
      @ForAll @LongRange(max = 1L << 40) long count,
      @ForAll @IntRange(min = 1, max = 64) int elementBytes) {
    long bytes = count * elementBytes;
    long segmentBytes = TreePlan.segmentBytes(wished, bytes, elementBytes);
    TreePlan plan = plan(bytes, segmentBytes);
    assertThat(segmentBytes).isPositive();
    assertThat(segmentBytes % elementBytes).isZero();
    assertThat(plan.segments()).isBetween(0, Tags.MAX_SEGMENTS);
    if (bytes > 0) {
      int last = plan.segments() - 1;
      assertThat(plan.offset(last) + plan.length(last)).isEqualTo(bytes);
      assertThat(plan.length(last)).isBetween(1L, segmentBytes);
      assertThat(plan.length(last) % elementBytes).isZero();
    }
  }

  @Property
  void segments_follow_each_other_without_a_gap(
      @ForAll @IntRange(max = 5000) int bytes, @ForAll @IntRange(min = 1, max = 900) int length) {
    TreePlan plan = plan(bytes, length);
    long end = 0;
    for (int segment = 0; segment < plan.segments(); segment++) {
      assertThat(plan.offset(segment)).isEqualTo(end);
      end += plan.length(segment);
    }
    assertThat(end).isEqualTo(bytes);
  }

  @Property
  void the_last_segment_of_each_window_is_confirmed(
      @ForAll @IntRange(min = 1, max = 50) int window) {
    TreePlan plan = new TreePlan(new Branch(Branch.NONE), 1, 1, window, window + 1);
    assertThat(IntStream.range(0, 10 * window).filter(plan::isConfirmed)).hasSize(10);
    assertThat(plan.isConfirmed(window - 1)).isTrue();
  }

  @Example
  void windows_that_would_deadlock_are_refused() {
    Branch root = new Branch(Branch.NONE);
    assertThatThrownBy(() -> new TreePlan(root, 1, 1, 4, 4))
        .hasMessageContaining("1 <= send < receive, not send=4, receive=4");
    assertThatThrownBy(() -> new TreePlan(root, 1, 1, 0, 4))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Example
  void a_segment_is_no_longer_than_the_message_it_cuts() {
    assertThat(TreePlan.segmentBytes(Long.MAX_VALUE, 2048, Long.BYTES)).isEqualTo(2048);
    assertThat(TreePlan.segmentBytes(Long.MAX_VALUE, 0, Long.BYTES)).isEqualTo(Long.BYTES);
  }
}
