package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Datatype.Field;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What calls refuse of derived datatypes. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DerivedInputTest {

  private static final ReductionOperator RIGHT =
      ReductionOperator.custom("right", true, (left, right, into, n, t) -> into.copyFrom(right));

  private final SteppedRanks ranks = new SteppedRanks(2, 1);
  private final Communicator world = ranks.worlds().getFirst();
  private final MemorySegment matrix = MemorySegment.ofArray(new double[12]);
  private final Datatype column = Datatype.vector(3, 1, 4, Datatype.FLOAT64);

  private void refused(ThrowingCallable call, String... culprits) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("rank 0: ")
        .hasMessageContainingAll(culprits);
    assertThat(ranks.engine(0).activeOperations()).isZero();
  }

  @Test
  void a_predefined_operator_on_a_derived_type() {
    Buffer data = Buffer.of(matrix, column, 1);
    refused(
        () -> world.reduce(data, Buffer.of(new double[12]), ReductionOperator.SUM, 1),
        "operator sum is not defined on vector(3, 1, 4, FLOAT64)",
        "ReductionOperator.custom");
  }

  @Test
  void elements_that_overlap_where_they_are_written_but_not_where_they_are_read() {
    Buffer twice = Buffer.of(matrix, Datatype.vector(2, 2, 1, Datatype.FLOAT64), 1);
    refused(
        () -> world.receive(twice, 1, 0),
        "buffer (1 x vector(2, 2, 1, FLOAT64)) is written, and has bytes that belong to two");
    refused(() -> world.broadcast(twice, 1), "data", "belong to two of its elements");
    assertThat(world.sendInit(twice, 1, 0)).isNotNull();
    assertThat(world.broadcastInit(twice, 0)).isNotNull();
  }

  @Test
  void columns_that_overlap_only_when_there_are_too_many() {
    Datatype columns = Datatype.resized(0, Double.BYTES, column);
    MemorySegment large = MemorySegment.ofArray(new double[100]);
    assertThat(world.receiveInit(Buffer.of(large, columns, 4), 1, 0)).isNotNull();
    refused(() -> world.receive(Buffer.of(large, columns, 5), 1, 0), "belong to two");
  }

  @Test
  void data_and_result_that_overlap_but_not_those_that_interleave() {
    Buffer first = Buffer.of(matrix, column, 1);
    Buffer second = Buffer.of(matrix.asSlice(8), column, 1);
    Buffer dense = Buffer.of(matrix, Datatype.contiguous(3, Datatype.FLOAT64), 1);
    assertThat(world.reduceInit(first, second, RIGHT, 0)).isNotNull();
    assertThat(world.reduceInit(first, Buffer.of(matrix, column, 1), RIGHT, 0)).isNotNull();
    refused(() -> world.reduce(first, dense, RIGHT, 0), "data and result overlap");
  }

  /** So many runs that no overlap of two different buffers would be found. */
  @Test
  void the_same_memory_of_very_many_runs() {
    int count = 70_000;
    MemorySegment large = MemorySegment.ofArray(new double[2 * count]);
    Datatype everySecond = Datatype.resized(0, 2 * Double.BYTES, Datatype.FLOAT64);
    Buffer buffer = Buffer.of(large, everySecond, count);
    refused(() -> world.alltoall(buffer, buffer), "data and result overlap");
  }

  @Test
  void checked_ranks_tell_different_orders_of_the_same_basic_types() {
    Datatype intFirst = Datatype.struct(new Field(0, Datatype.INT32), new Field(8, Datatype.INT64));
    Datatype longFirst =
        Datatype.struct(new Field(8, Datatype.INT64), new Field(0, Datatype.INT32));
    try (RankTeam team = RankTeam.checking(TestFabric.LOCAL, 2)) {
      team.run(
          checked -> {
            Datatype type = checked.rank() == 0 ? intFirst : longFirst;
            Request request =
                checked.iBroadcast(Buffer.of(MemorySegment.ofArray(new long[4]), type, 2), 0);
            assertThatThrownBy(request::await)
                .isInstanceOf(StarlingException.class)
                .hasMessageContaining("broadcast(4 elements of several types (signature ");
          });
    }
  }
}
