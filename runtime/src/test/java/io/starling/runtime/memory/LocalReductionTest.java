package io.starling.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LocalReductionTest {

  private static final ReductionOperator LARGER =
      ReductionOperator.custom(
          "larger",
          true,
          (left, right, into, count, type) -> {
            assertThat(count).isOne();
            long first = left.get(ValueLayout.JAVA_LONG, 0);
            into.set(
                ValueLayout.JAVA_LONG, 0, Math.max(first, right.get(ValueLayout.JAVA_LONG, 0)));
          });

  @Test
  void arrays_are_folded_element_by_element_and_the_data_stays() {
    double[] data = {1, 2, 3};
    double[] result = {10, 20, 30};
    ReductionOperator.SUM.reduceLocal(Buffer.of(data), Buffer.of(result));
    assertThat(result).containsExactly(11, 22, 33);
    assertThat(data).containsExactly(1, 2, 3);
  }

  @Test
  void the_data_is_the_left_operand() {
    ReductionOperator first = ReductionOperator.ofInts("first", false, (left, right) -> left);
    int[] result = {5, 6};
    first.reduceLocal(Buffer.of(new int[] {1, 2}), Buffer.of(result));
    assertThat(result).containsExactly(1, 2);
  }

  @Test
  void elements_with_gaps_and_native_memory_are_folded_too() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(32, Long.BYTES);
      memory.copyFrom(MemorySegment.ofArray(new long[] {1, -1, 2, -1}));
      Datatype spaced = Datatype.resized(0, 16, Datatype.INT64);
      Buffer gaps = Buffer.of(memory, spaced, 2);
      LARGER.reduceLocal(Buffer.of(memory.asSlice(16), spaced, 1), Buffer.of(memory, spaced, 1));
      assertThat(memory.toArray(ValueLayout.JAVA_LONG)).containsExactly(2, -1, 2, -1);
      assertThatThrownBy(() -> ReductionOperator.MAX.reduceLocal(gaps, gaps))
          .isInstanceOf(IllegalArgumentException.class);
      long[] result = {0, 3};
      ReductionOperator.SUM.reduceLocal(
          Buffer.of(memory.asSlice(8), Datatype.INT64, 2), Buffer.of(result));
      assertThat(result).containsExactly(-1, 5);
      LARGER.reduceLocal(Buffer.of(memory, spaced, 0), Buffer.of(memory, spaced, 0));
    }
  }

  @Test
  void booleans_and_empty_buffers_are_folded() {
    boolean[] result = {true, true};
    ReductionOperator.LOGICAL_AND.reduceLocal(
        Buffer.of(new boolean[] {true, false}), Buffer.of(result));
    assertThat(result).containsExactly(true, false);
    ReductionOperator.SUM.reduceLocal(Buffer.of(new int[0]), Buffer.of(new int[0]));
  }

  @Test
  void buffers_that_do_not_fit_are_refused() {
    Buffer ints = Buffer.of(new int[2]);
    refused(ints, Buffer.of(new int[3]), "same count and datatype");
    refused(ints, Buffer.of(new float[2]), "same count and datatype");
    refused(null, ints, "null instead of data");
    refused(ints, null, "null instead of result");
    refused(Buffer.IN_PLACE, ints, "IN_PLACE");
    refused(ints, ints, "overlap");
    assertThatThrownBy(
            () ->
                ReductionOperator.BITWISE_AND.reduceLocal(
                    Buffer.of(new float[1]), Buffer.of(new float[1])))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void refused(Buffer data, Buffer result, String words) {
    assertThatThrownBy(() -> ReductionOperator.SUM.reduceLocal(data, result))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }
}
