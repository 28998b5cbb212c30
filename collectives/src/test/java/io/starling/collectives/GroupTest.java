package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Group.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Groups against lists, which do the same slowly. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class GroupTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  private static final Group FIVE = Group.of(10, 11, 12, 7, 1_000_000);

  private final Random chance = new Random(SEED);

  private static List<Integer> list(int... values) {
    return Arrays.stream(values).boxed().toList();
  }

  private static int[] array(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Some numbers below a bound, in any order. */
  private List<Integer> some(int bound) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, bound).boxed().toList());
    Collections.shuffle(all, chance);
    return all.subList(0, chance.nextInt(bound + 1));
  }

  private static void assertHas(Group group, List<Integer> processes) {
    assertThat(list(group.processes())).as("seed %d", SEED).isEqualTo(processes);
    assertThat(group.size()).isEqualTo(processes.size());
    for (int process = 0; process < 40; process++) {
      assertThat(group.rankOf(process)).isEqualTo(processes.indexOf(process));
      assertThat(group.contains(process)).isEqualTo(processes.contains(process));
    }
    for (int rank = 0; rank < group.size(); rank++) {
      assertThat(group.process(rank)).isEqualTo(processes.get(rank));
    }
  }

  private static List<Integer> pick(List<Integer> processes, List<Integer> ranks) {
    return ranks.stream().map(processes::get).toList();
  }

  private static List<Integer> without(List<Integer> processes, List<Integer> ranks) {
    return IntStream.range(0, processes.size())
        .filter(rank -> !ranks.contains(rank))
        .mapToObj(processes::get)
        .toList();
  }

  @RepeatedTest(50)
  void sets_are_combined_in_the_order_that_mpi_gives() {
    List<Integer> first = some(30);
    List<Integer> second = some(30);
    Group a = Group.of(array(first));
    Group b = Group.of(array(second));
    assertHas(a, first);

    List<Integer> union = new ArrayList<>(first);
    second.stream().filter(process -> !first.contains(process)).forEach(union::add);
    assertHas(a.union(b), union);
    assertHas(a.intersection(b), first.stream().filter(second::contains).toList());
    assertHas(
        a.difference(b), first.stream().filter(process -> !second.contains(process)).toList());

    int[] ranks = IntStream.range(0, first.size()).toArray();
    assertThat(list(a.translate(ranks, b))).isEqualTo(first.stream().map(second::indexOf).toList());
    Comparison expected =
        first.equals(second)
            ? Comparison.IDENTICAL
            : new HashSet<>(first).equals(new HashSet<>(second))
                ? Comparison.SIMILAR
                : Comparison.UNEQUAL;
    assertThat(a.compare(b)).isEqualTo(expected);
  }

  @RepeatedTest(50)
  void ranks_are_included_and_excluded() {
    List<Integer> processes = some(30);
    Group group = Group.of(array(processes));
    List<Integer> ranks = some(processes.size());
    assertHas(group.include(array(ranks)), pick(processes, ranks));
    assertHas(group.exclude(array(ranks)), without(processes, ranks));

    List<Integer> shuffled = new ArrayList<>(processes);
    Collections.shuffle(shuffled, chance);
    Group other = Group.of(array(shuffled));
    boolean isSame = shuffled.equals(processes);
    assertThat(group.compare(other)).isEqualTo(isSame ? Comparison.IDENTICAL : Comparison.SIMILAR);
    assertThat(group.equals(other)).isEqualTo(isSame);
  }

  @RepeatedTest(50)
  void ranges_are_walked_by_their_strides() {
    List<Integer> processes = new ArrayList<>(IntStream.range(0, 30).boxed().toList());
    Collections.shuffle(processes, chance);
    Group group = Group.of(array(processes));
    int first = chance.nextInt(15);
    int last = chance.nextInt(15);
    int stride = (1 + chance.nextInt(4)) * (last < first ? -1 : 1);
    List<Integer> ranks = new ArrayList<>();
    for (int rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
      ranks.add(rank);
    }
    ranks.addAll(List.of(29, 26, 23, 20));
    Range[] ranges = {new Range(first, last, stride), new Range(29, 18, -3)};
    assertHas(group.includeRanges(ranges), pick(processes, ranks));
    assertHas(group.excludeRanges(ranges), without(processes, ranks));
  }

  @Test
  void the_limit_of_a_range_need_not_be_a_rank() {
    assertThat(FIVE.includeRanges(new Range(0, 5, 2))).isEqualTo(Group.of(10, 12, 1_000_000));
    assertThat(FIVE.includeRanges(new Range(4, -1, -4))).isEqualTo(Group.of(1_000_000, 10));
    assertThat(FIVE.includeRanges(new Range(3, 3, -7))).isEqualTo(Group.of(7));
    assertThat(FIVE.includeRanges(new Range(2, 2, Integer.MIN_VALUE))).isEqualTo(Group.of(12));
    assertThat(FIVE.includeRanges(new Range(2, Integer.MAX_VALUE, Integer.MAX_VALUE - 1)))
        .isEqualTo(Group.of(12));
  }

  @Test
  void nothing_of_a_group_is_the_empty_group_and_all_of_it_the_group() {
    assertThat(FIVE.include()).isEqualTo(Group.EMPTY);
    assertThat(FIVE.includeRanges()).isEqualTo(Group.EMPTY);
    assertThat(FIVE.exclude()).isEqualTo(FIVE);
    assertThat(FIVE.excludeRanges()).isEqualTo(FIVE);
    assertThat(FIVE.union(Group.EMPTY)).isEqualTo(FIVE).hasSameHashCodeAs(FIVE);
    assertThat(Group.EMPTY.union(FIVE)).isEqualTo(FIVE);
    assertThat(FIVE.intersection(Group.EMPTY)).isEqualTo(Group.EMPTY);
    assertThat(FIVE.difference(FIVE)).isEqualTo(Group.EMPTY);
    assertThat(Group.EMPTY.compare(FIVE.include())).isEqualTo(Comparison.IDENTICAL);
    assertThat(Group.EMPTY.size()).isZero();
  }

  @Test
  void a_process_beyond_a_group_has_no_rank_in_it_and_no_process_stays_none() {
    int[] ranks = {3, 3, Communicator.PROC_NULL, 0};
    assertThat(FIVE.translate(ranks, Group.of(7, 8)))
        .containsExactly(0, 0, Communicator.PROC_NULL, Communicator.UNDEFINED);
    for (int absent : new int[] {-1, -2, 0, 8, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertThat(FIVE.rankOf(absent)).isEqualTo(Communicator.UNDEFINED);
      assertThat(Group.EMPTY.contains(absent)).isFalse();
    }
  }

  @Test
  void the_processes_of_a_group_can_not_be_changed() {
    int[] processes = {1, 2};
    Group group = Group.of(processes);
    processes[0] = 9;
    group.processes()[1] = 9;
    assertThat(group).isEqualTo(Group.of(1, 2));
  }

  private static void refused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void wrong_arguments_are_named_with_their_group_and_a_remedy() {
    String five = "group of 5 processes: 10 to 12, 7, 1000000; ranks are 0 to 4";
    refused(() -> FIVE.process(5), "rank 5 is not in the " + five);
    refused(() -> FIVE.include(0, -1), "rank -1 is not in the " + five);
    refused(() -> FIVE.exclude(7), "rank 7 is not in the " + five);
    refused(() -> FIVE.includeRanges(new Range(0, 5, 1)), "rank 5 is not in the " + five);
    refused(() -> FIVE.excludeRanges(new Range(-1, 3, 1)), "rank -1 is not in the " + five);
    refused(
        () -> FIVE.includeRanges(new Range(0, Integer.MAX_VALUE, 1)),
        "rank 2147483647 is not in the " + five);
    refused(() -> FIVE.translate(new int[] {6}, FIVE), "rank 6 is not in the " + five);
    refused(
        () -> Group.EMPTY.include(0), "rank 0 is not in the group of 0 processes; it has no ranks");
    String twice = " of the group of 5 processes: 10 to 12, 7, 1000000 is given twice;";
    refused(() -> FIVE.include(1, 2, 1), "rank 1" + twice + " give each rank once");
    refused(() -> FIVE.exclude(3, 3), "rank 3" + twice + " give each rank once");
    refused(
        () -> FIVE.includeRanges(new Range(0, 2, 1), new Range(4, 2, -2)),
        "rank 2" + twice + " give each rank once");
    refused(
        () -> Group.of(5, 4, 5),
        "process 5 is listed twice, as ranks 0 and 2 of the group; list it once");
    refused(
        () -> Group.of(-3), "process -3 can't be in a group; numbers of processes are 0 or more");
    refused(
        () -> new Range(1, 4, 0),
        "the range from rank 1 to rank 4 has the stride 0; use 1 or -1 for all ranks between");
    refused(
        () -> new Range(1, 4, -2),
        "the range from rank 1 to rank 4 has the stride -2, which leads away from rank 4; use 2");
  }

  @Test
  void null_is_refused_by_a_message_that_names_the_argument_and_the_call() {
    refused(() -> Group.of((int[]) null), "of got null instead of processes");
    refused(() -> FIVE.union(null), "union got null instead of other");
    refused(() -> FIVE.intersection(null), "intersection got null instead of other");
    refused(() -> FIVE.difference(null), "difference got null instead of other");
    refused(() -> FIVE.compare(null), "compare got null instead of other");
    refused(() -> FIVE.translate(null, FIVE), "translate got null instead of ranks");
    refused(() -> FIVE.translate(new int[0], null), "translate got null instead of other");
    refused(() -> FIVE.include((int[]) null), "include got null instead of ranks");
    refused(() -> FIVE.exclude((int[]) null), "exclude got null instead of ranks");
    refused(() -> FIVE.includeRanges((Range[]) null), "includeRanges got null instead of ranges");
    refused(() -> FIVE.excludeRanges((Range) null), "excludeRanges got null instead of a range");
  }

  @Test
  void a_long_group_is_described_in_short() {
    Group alternating = Group.of(IntStream.range(0, 10_000).map(i -> i ^ 1).toArray());
    assertThat(alternating).hasToString("group of 10000 processes: 1, 0, 3, 2, 5, 4, 7, 6, …");
    assertThat(Group.of(3)).hasToString("group of 1 process: 3");
  }

  /** A quadratic algorithm would need 10^10 steps for each of these calls. */
  @Test
  void large_groups_are_cheap() {
    int size = 100_000;
    Group up = Group.of(IntStream.range(0, size).toArray());
    Group down = up.includeRanges(new Range(size - 1, 0, -1));
    int[] all = IntStream.range(0, size).toArray();
    assertThat(up.compare(down)).isEqualTo(Comparison.SIMILAR);
    assertThat(up.union(down)).isEqualTo(up);
    assertThat(down.intersection(up)).isEqualTo(down);
    assertThat(down.difference(up)).isEqualTo(Group.EMPTY);
    assertThat(up.translate(all, down)).startsWith(size - 1).endsWith(0);
    assertThat(up.exclude(all)).isEqualTo(Group.EMPTY);
  }
}
