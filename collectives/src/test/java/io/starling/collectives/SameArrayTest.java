package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.runtime.ReductionOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** The same array as data and as result is in place. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class SameArrayTest {

  private static final int RANKS = 3;
  private static final int ROOT = 1;
  private static final Counts COUNTS = Counts.of(1, 1, 2);

  /** An array in which only the elements of this rank's block are set. */
  private static int[] own(int rank) {
    int[] all = new int[RANKS];
    all[rank] = 10 + rank;
    return all;
  }

  @Test
  void allgather_finds_each_block_in_its_place() {
    Starling.local(
        RANKS,
        world -> {
          int[] all = own(world.rank());
          world.allgather(all, all);
          assertThat(all).containsExactly(10, 11, 12);
          int[] again = own(world.rank());
          world.iAllgather(again, again).await();
          assertThat(again).containsExactly(10, 11, 12);
        });
  }

  @Test
  void allgatherv_finds_each_block_in_its_place() {
    Starling.local(
        RANKS,
        world -> {
          char[] all = "....".toCharArray();
          all[world.rank()] = (char) ('a' + world.rank());
          world.allgatherv(all, all, COUNTS);
          assertThat(all).containsExactly('a', 'b', 'c', '.');
        });
  }

  @Test
  void alltoall_overwrites_what_it_sends() {
    Starling.local(
        RANKS,
        world -> {
          int tens = 10 * world.rank();
          short[] all = {(short) tens, (short) (tens + 1), (short) (tens + 2)};
          world.alltoall(all, all);
          int rank = world.rank();
          assertThat(all).containsExactly((short) rank, (short) (10 + rank), (short) (20 + rank));
        });
  }

  @Test
  void the_root_of_gather_and_scatter_keeps_its_block() {
    Starling.local(
        RANKS,
        world -> {
          boolean isRoot = world.rank() == ROOT;
          int[] all = own(ROOT);
          int[] mine = {10 + world.rank()};
          world.gather(isRoot ? all : mine, isRoot ? all : null, ROOT);
          assertThat(all).isEqualTo(isRoot ? new int[] {10, 11, 12} : own(ROOT));
          mine[0] = 0;
          world.scatter(isRoot ? all : null, isRoot ? all : mine, ROOT);
          assertThat(isRoot ? all[ROOT] : mine[0]).isEqualTo(10 + world.rank());
          world.iGather(isRoot ? all : mine, isRoot ? all : mine, ROOT).await();
          world.iScatter(isRoot ? all : mine, isRoot ? all : mine, ROOT).await();
          assertThat(isRoot ? all[ROOT] : mine[0]).isEqualTo(10 + world.rank());
        });
  }

  @Test
  void the_root_of_gatherv_and_scatterv_keeps_its_block() {
    Starling.local(
        RANKS,
        world -> {
          boolean isRoot = world.rank() == ROOT;
          boolean[] all = {false, true, false, false};
          boolean[] mine = new boolean[(int) COUNTS.count(world.rank())];
          mine[mine.length - 1] = true;
          world.gatherv(isRoot ? all : mine, isRoot ? all : null, COUNTS, ROOT);
          assertThat(all).containsExactly(isRoot, true, false, isRoot);
          world.scatterv(isRoot ? all : null, COUNTS, isRoot ? all : mine, ROOT);
          assertThat(all[ROOT]).isTrue();
          assertThat(mine[mine.length - 1]).isTrue();
        });
  }

  @Test
  void reductions_leave_their_result_in_the_data() {
    Starling.local(
        RANKS,
        world -> {
          double[] sums = {1, 2, 3};
          world.allreduce(sums, sums, ReductionOperator.SUM);
          assertThat(sums).containsExactly(3, 6, 9);
          world.iAllreduce(sums, sums, ReductionOperator.SUM).await();
          assertThat(sums).containsExactly(9, 18, 27);
          world.reduceScatterBlock(sums, sums, ReductionOperator.MAX);
          assertThat(sums[0]).isEqualTo(9 * (world.rank() + 1));
          long[] blocks = {1, 2, 3, 4};
          world.reduceScatter(blocks, blocks, COUNTS, ReductionOperator.SUM);
          assertThat(blocks[0]).isEqualTo(3L * (world.rank() + 1));
        });
  }

  @Test
  void calls_in_which_it_would_mean_nothing_say_what_to_use() {
    Starling.local(
        1,
        world -> {
          int[] both = {1};
          Counts counts = Counts.of(1);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.alltoallv(both, counts, both, counts))
              .withMessageContaining("data and result overlap")
              .withMessageContaining("IN_PLACE");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceive(both, 0, 0, both, 0, 0))
              .withMessageContaining("sendReceiveReplace takes one buffer for both");
        });
  }
}
