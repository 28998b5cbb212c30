package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class RankSetTest {

  private static final int BEYOND = 1000;

  @Provide
  Arbitrary<List<Integer>> ascending() {
    return Arbitraries.integers()
        .between(0, BEYOND)
        .set()
        .ofMinSize(1)
        .ofMaxSize(40)
        .map(ranks -> ranks.stream().sorted().toList());
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void any_ascending_ranks_are_as_in_a_list(@ForAll("ascending") List<Integer> ranks) {
    assertAsIn(ranks, RankSet.of(array(ranks)));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void ranks_at_equal_distances_are_as_in_a_list(
      @ForAll @IntRange(max = 50) int first,
      @ForAll @IntRange(min = 1, max = 20) int stride,
      @ForAll @IntRange(min = 1, max = 40) int count) {
    List<Integer> ranks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranks.add(first + i * stride);
    }
    RankSet regular = RankSet.regular(first, stride, count);
    assertAsIn(ranks, regular);
    assertThat(RankSet.of(array(ranks))).isEqualTo(regular).hasSameHashCodeAs(regular);
    assertThat(RankSet.of(array(ranks)).isRegular()).isTrue();
  }

  private static int[] array(List<Integer> ranks) {
    return ranks.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void assertAsIn(List<Integer> ranks, RankSet set) {
    assertThat(set.size()).isEqualTo(ranks.size());
    assertThat(set.lowest()).isEqualTo(ranks.get(0));
    assertThat(set.stream().boxed().toList()).isEqualTo(ranks);
    assertThat(IntStream.range(0, set.size()).map(set::get).boxed().toList()).isEqualTo(ranks);
    for (int rank = -2; rank <= BEYOND + 1; rank++) {
      assertThat(set.indexOf(rank)).isEqualTo(ranks.indexOf(rank));
      assertThat(set.contains(rank)).isEqualTo(ranks.contains(rank));
    }
  }

  @Example
  void sets_with_other_ranks_are_not_equal() {
    RankSet set = RankSet.of(1, 3, 5);
    assertThat(set).isNotEqualTo(RankSet.of(1, 3, 7)).isNotEqualTo(RankSet.of(1, 4, 7));
    assertThat(set).isNotEqualTo(RankSet.of(1, 3)).isNotEqualTo(RankSet.of(3, 5, 7));
    assertThat(RankSet.of(1, 3, 7)).isNotEqualTo(RankSet.of(1, 4, 7));
  }

  @Example
  void integers_at_the_ends_of_their_range_are_ranks_of_no_set_that_lacks_them() {
    RankSet last = RankSet.regular(Integer.MAX_VALUE - 6, 3, 3);
    assertThat(last.get(2)).isEqualTo(Integer.MAX_VALUE);
    assertThat(last.indexOf(Integer.MAX_VALUE)).isEqualTo(2);
    for (RankSet set : List.of(last, RankSet.regular(2, 3, 3), RankSet.of(2, 3, 7))) {
      assertThat(set.contains(Integer.MIN_VALUE)).isFalse();
      assertThat(set.contains(-1)).isFalse();
    }
  }

  @Example
  void it_refuses_what_are_no_ranks() {
    assertThatIllegalArgumentException().isThrownBy(RankSet::of);
    assertThatIllegalArgumentException().isThrownBy(() -> RankSet.of(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> RankSet.of(3, 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankSet.of(3, 4, 2))
        .withMessage("ranks do not ascend: 2 after 4");
    assertThatIllegalArgumentException().isThrownBy(() -> RankSet.of(2, Integer.MIN_VALUE));
    assertThatIllegalArgumentException().isThrownBy(() -> RankSet.regular(-1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> RankSet.regular(0, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> RankSet.regular(0, 1, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RankSet.regular(1, Integer.MAX_VALUE, 2))
        .withMessageContaining("ranks beyond");
  }

  @Example
  void its_text_is_short_where_it_is_regular() {
    assertThat(RankSet.of(4)).hasToString("4");
    assertThat(RankSet.of(4, 5, 6)).hasToString("4-6");
    assertThat(RankSet.of(4, 6, 8)).hasToString("4-8:2");
    assertThat(RankSet.of(4, 6, 7)).hasToString("[4, 6, 7]");
  }
}
