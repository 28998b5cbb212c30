package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Calls on single values, and on booleans. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ValueCallsTest {

  private static final int RANKS = 3;
  private static final int ROOT = 1;

  @Test
  void values_need_no_array() {
    Starling.local(
        RANKS,
        world -> {
          int rank = world.rank();
          assertThat(world.allreduce(rank, ReductionOperator.SUM)).isEqualTo(3);
          assertThat(world.allreduce((long) rank, ReductionOperator.MAX)).isEqualTo(2L);
          assertThat(world.allreduce(rank + 0.5, ReductionOperator.SUM)).isEqualTo(4.5);
          assertThat(world.allreduce(rank + 0.5f, ReductionOperator.MIN)).isEqualTo(0.5f);
          assertThat(world.allreduce(rank == 2, ReductionOperator.LOGICAL_OR)).isTrue();
          assertThat(world.allreduce(rank == 2, ReductionOperator.LOGICAL_AND)).isFalse();
          assertThat(world.scan(rank + 1, ReductionOperator.SUM))
              .isEqualTo((rank + 1) * (rank + 2) / 2);
          assertThat(world.scan(rank == 1, ReductionOperator.LOGICAL_OR)).isEqualTo(rank > 0);
          assertThat(world.exclusiveScan(rank + 1L, ReductionOperator.SUM))
              .isEqualTo(rank * (rank + 1) / 2);
          assertThat(world.exclusiveScan(rank == 1, ReductionOperator.LOGICAL_OR))
              .isEqualTo(rank > 1);
          assertThat(world.broadcast(10 + rank, ROOT)).isEqualTo(11);
          assertThat(world.broadcast(rank / 2.0, ROOT)).isEqualTo(0.5);
          assertThat(world.broadcast(rank == ROOT, ROOT)).isTrue();
        });
  }

  @Test
  void the_root_alone_gets_a_reduced_value() {
    Starling.local(
        RANKS,
        world -> {
          int rank = world.rank();
          boolean isRoot = rank == ROOT;
          assertThat(world.reduce(rank + 1, ReductionOperator.SUM, ROOT)).isEqualTo(isRoot ? 6 : 0);
          assertThat(world.reduce(rank + 1L, ReductionOperator.MAX, ROOT))
              .isEqualTo(isRoot ? 3L : 0L);
          assertThat(world.reduce(rank + 0.5f, ReductionOperator.MIN, ROOT))
              .isEqualTo(isRoot ? 0.5f : 0f);
          assertThat(world.reduce(rank + 0.5, ReductionOperator.SUM, ROOT))
              .isEqualTo(isRoot ? 4.5 : 0);
          assertThat(world.reduce(rank == 2, ReductionOperator.LOGICAL_OR, ROOT)).isEqualTo(isRoot);
        });
  }

  @Test
  void gathered_values_are_in_the_order_of_ranks_and_others_than_the_root_get_none() {
    Starling.local(
        RANKS,
        world -> {
          int rank = world.rank();
          boolean isRoot = rank == ROOT;
          assertThat(world.gather(rank, ROOT)).isEqualTo(isRoot ? new int[] {0, 1, 2} : new int[0]);
          assertThat(world.gather((long) rank, ROOT)).hasSize(isRoot ? RANKS : 0);
          assertThat(world.gather(rank / 2f, ROOT))
              .isEqualTo(isRoot ? new float[] {0, 0.5f, 1} : new float[0]);
          assertThat(world.gather(rank / 2.0, ROOT)).hasSize(isRoot ? RANKS : 0);
          assertThat(world.gather(rank == 2, ROOT))
              .isEqualTo(isRoot ? new boolean[] {false, false, true} : new boolean[0]);
        });
  }

  @Test
  void every_rank_gets_the_values_of_all() {
    Starling.local(
        RANKS,
        world -> {
          int rank = world.rank();
          assertThat(world.allgather(rank)).containsExactly(0, 1, 2);
          assertThat(world.allgather((short) rank)).containsExactly(0, 1, 2);
          assertThat(world.allgather(rank + (1L << 40)))
              .containsExactly(1L << 40, (1L << 40) + 1, (1L << 40) + 2);
          assertThat(world.allgather(rank / 2f)).containsExactly(0, 0.5f, 1);
          assertThat(world.allgather(rank / 2.0)).containsExactly(0, 0.5, 1);
          assertThat(world.allgather(rank == 2)).containsExactly(false, false, true);
        });
  }

  @Test
  void a_value_with_a_wrong_root_is_refused() {
    Starling.local(
        1,
        world -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.gather(1, 4))
              .withMessage("rank 0: root 4 is not a rank; ranks are 0 to 0");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.reduce(1.5, ReductionOperator.SUM, -1))
              .withMessage("rank 0: root -1 is not a rank; ranks are 0 to 0");
        });
  }

  @Test
  void booleans_have_no_sum_no_product_and_no_index() {
    String refusal =
        "is not defined on booleans; use LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR, BITWISE_AND,"
            + " BITWISE_OR, BITWISE_XOR, MAX or MIN, or numbers";
    Starling.local(
        1,
        world -> {
          boolean[] one = {true};
          for (ReductionOperator operator :
              List.of(
                  ReductionOperator.SUM,
                  ReductionOperator.PRODUCT,
                  ReductionOperator.MAXIMUM_LOCATION)) {
            String message = "rank 0: operator " + operator.name() + " " + refusal;
            List<Runnable> calls =
                List.of(
                    () -> world.reduce(true, operator, 0),
                    () -> world.allreduce(true, operator),
                    () -> world.scan(true, operator),
                    () -> world.exclusiveScan(true, operator),
                    () -> world.reduce(one, new boolean[1], operator, 0),
                    () -> world.allreduce(one, one, operator),
                    () -> world.reduceScatterBlock(one, new boolean[1], operator),
                    () -> world.allreduce(Buffer.IN_PLACE, Buffer.of(one), operator));
            for (Runnable call : calls) {
              assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
            }
          }
        });
  }

  @Test
  void booleans_have_no_sum_even_where_bytes_of_the_same_counts_had_one() {
    Starling.local(
        1,
        world -> {
          Counts counts = Counts.of(1);
          Buffer bytes = Buffer.of(new byte[1]).as(Datatype.UINT8);
          Buffer sum = Buffer.of(new byte[1]).as(Datatype.UINT8);
          world.reduceScatter(bytes, sum, counts, ReductionOperator.SUM);
          Buffer one = Buffer.of(new boolean[] {true});
          Buffer result = Buffer.of(new boolean[1]);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.reduceScatter(one, result, counts, ReductionOperator.SUM))
              .withMessageContaining("is not defined on booleans");
        });
  }

  @Test
  void booleans_take_the_operators_whose_result_is_a_boolean() {
    Starling.local(
        RANKS,
        world -> {
          boolean odd = world.rank() == 1;
          assertThat(world.allreduce(odd, ReductionOperator.LOGICAL_XOR)).isTrue();
          assertThat(world.allreduce(!odd, ReductionOperator.LOGICAL_XOR)).isFalse();
          assertThat(world.allreduce(odd, ReductionOperator.BITWISE_OR)).isTrue();
          assertThat(world.allreduce(odd, ReductionOperator.BITWISE_AND)).isFalse();
          assertThat(world.allreduce(!odd, ReductionOperator.BITWISE_XOR)).isFalse();
          assertThat(world.allreduce(odd, ReductionOperator.MAX)).isTrue();
          assertThat(world.allreduce(odd, ReductionOperator.MIN)).isFalse();
          ReductionOperator last =
              ReductionOperator.custom(
                  "last", false, (left, right, into, count, type) -> into.copyFrom(right));
          assertThat(world.allreduce(odd, last)).isFalse();
        });
  }
}
