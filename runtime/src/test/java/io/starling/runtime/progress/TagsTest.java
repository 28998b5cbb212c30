package io.starling.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TagsTest {

  private static final int CONTEXTS = Tags.MAX_CONTEXTS - 1;
  private static final int RANKS = Tags.MAX_RANKS - 1;
  private static final int USER_TAGS = (1 << 30) - 1;
  private static final int SEQUENCES = Tags.MAX_SEQUENCES - 1;
  private static final int SEGMENTS = Tags.MAX_SEGMENTS - 1;

  @Property
  void a_message_gives_back_its_source_and_tag(
      @ForAll @IntRange(max = CONTEXTS) int context,
      @ForAll @IntRange(max = RANKS) int source,
      @ForAll @IntRange(max = USER_TAGS) int tag) {
    long wire = Tags.pointToPoint(context, source, tag);
    assertThat(Tags.sourceOf(wire)).isEqualTo(source);
    assertThat(Tags.userTagOf(wire)).isEqualTo(tag);
  }

  @Property
  void the_fields_of_a_collective_do_not_overlap(
      @ForAll @IntRange(max = CONTEXTS) int context,
      @ForAll @IntRange(max = SEQUENCES) int sequence,
      @ForAll @IntRange(max = RANKS) int source,
      @ForAll @IntRange(max = SEGMENTS) int segment) {
    long wire = Tags.collective(context, sequence) + Tags.source(source) + segment;
    assertThat(Tags.sourceOf(wire)).isEqualTo(source);
    assertThat(wire & SEGMENTS).isEqualTo(segment);
    assertThat((wire >>> 20) & SEQUENCES).isEqualTo(sequence);
    assertThat((wire >>> 49) & CONTEXTS).isEqualTo(context);
    assertThat(wire).isNegative();
  }

  @Property
  void sequences_repeat_after_their_largest(@ForAll @IntRange int sequence) {
    assertThat(Tags.collective(1, sequence))
        .isEqualTo(Tags.collective(1, sequence + Tags.MAX_SEQUENCES))
        .isNotEqualTo(Tags.collective(1, sequence + 1));
  }

  @Property
  void a_mask_leaves_open_what_it_is_told_to_and_nothing_else(
      @ForAll boolean anySource,
      @ForAll boolean anyTag,
      @ForAll @IntRange(max = 3) int context,
      @ForAll @IntRange(max = 3) int source,
      @ForAll @IntRange(max = 3) int tag) {
    long wanted = Tags.pointToPoint(1, 2, 3);
    long mask = Tags.mask(anySource, anyTag);
    boolean matches = ((Tags.pointToPoint(context, source, tag) ^ wanted) & mask) == 0;
    assertThat(matches)
        .isEqualTo(context == 1 && (anySource || source == 2) && (anyTag || tag == 3));
  }

  @Property
  void no_receive_of_a_message_takes_a_segment_of_a_collective(
      @ForAll boolean anySource,
      @ForAll boolean anyTag,
      @ForAll @IntRange(max = RANKS) int source,
      @ForAll @IntRange(max = SEGMENTS) int segment) {
    long segmentTag = Tags.collective(0, 0) + Tags.source(source) + segment;
    long wanted = Tags.pointToPoint(0, source, segment);
    assertThat((segmentTag ^ wanted) & Tags.mask(anySource, anyTag)).isNotZero();
  }

  /** Tags of all kinds with the same fields are different, whatever a receive leaves open. */
  @Property
  void no_receive_takes_a_message_of_another_kind(
      @ForAll @IntRange(max = CONTEXTS) int context,
      @ForAll @IntRange(max = SEQUENCES) int sequence,
      @ForAll @IntRange(max = RANKS) int source,
      @ForAll @IntRange(max = USER_TAGS) int tag,
      @ForAll boolean anySource,
      @ForAll boolean anyTag) {
    long from = Tags.source(source);
    long[] tags = {
      Tags.pointToPoint(context, source, tag),
      Tags.object(context, source, tag),
      Tags.partitioned(context, source, tag),
      Tags.collective(context, sequence) + from + (tag & SEGMENTS),
      Tags.group(context, tag) + from,
      Tags.agreement(context, tag) + from,
      Tags.answer(source, tag),
      Tags.instead(source, tag),
      Tags.check(context, sequence, tag & 1) + from,
      Tags.array(source, tag),
      Tags.objectStep(context, source, sequence),
      Tags.part(source, tag)
    };
    long mask = Tags.mask(anySource, anyTag);
    for (int i = 0; i < tags.length; i++) {
      assertThat(Tags.sourceOf(tags[i])).isEqualTo(source);
      assertThat(Tags.contextOf(tags[i])).isEqualTo(i < 6 ? context : -1);
      assertThat(Tags.isCollective(tags[i])).isEqualTo(i >= 3 && i <= 5);
      for (int other = 0; other < i; other++) {
        assertThat((tags[i] ^ tags[other]) & mask).isNotZero();
      }
    }
  }

  @Property
  void the_tags_of_checks_and_object_steps_have_all_their_fields(
      @ForAll @IntRange(max = CONTEXTS) int context,
      @ForAll @IntRange(max = SEQUENCES) int sequence,
      @ForAll @IntRange(max = 1) int step,
      @ForAll @IntRange(max = USER_TAGS) int tag) {
    assertThat(Tags.userTagOf(Tags.check(context, sequence, step)))
        .isEqualTo((context << 11) + (sequence << 1) + step);
    assertThat(Tags.userTagOf(Tags.objectStep(context, 3, tag)))
        .isEqualTo((context << 18) + (tag & ((1 << 18) - 1)));
    assertThat(Tags.userTagOf(Tags.part(3, tag))).isEqualTo(tag);
  }

  @Property
  void messages_that_one_receive_could_take_keep_their_order(
      @ForAll @IntRange(max = 1) int context,
      @ForAll @IntRange(max = 1) int source,
      @ForAll @IntRange(max = 3) int tag) {
    long first = Tags.pointToPoint(1, 1, 2);
    long second = Tags.pointToPoint(context, source, tag);
    assertThat(Tags.keepOrder(first, second)).isEqualTo(context == 1 && source == 1);
  }

  @Property
  void segments_of_a_collective_may_overtake_each_other(@ForAll @IntRange(max = 3) int segment) {
    long first = Tags.collective(1, 1) + Tags.source(1) + 2;
    long second = Tags.collective(1, 1) + Tags.source(1) + segment;
    assertThat(Tags.keepOrder(first, second)).isEqualTo(segment == 2);
    assertThat(Tags.keepOrder(Tags.pointToPoint(1, 1, segment), second)).isFalse();
  }
}
