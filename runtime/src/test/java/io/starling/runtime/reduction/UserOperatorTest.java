package io.starling.runtime.reduction;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UserOperatorTest {

  /**
   * Composition of linear maps, which writes a part of the result before it has read everything.
   */
  private static final ReductionOperator COMPOSE =
      ReductionOperator.custom(
          "compose",
          false,
          (left, right, into, count, type) -> {
            for (long i = 0; i < count; i++) {
              into.setAtIndex(
                  JAVA_DOUBLE,
                  2 * i,
                  left.getAtIndex(JAVA_DOUBLE, 2 * i) * right.getAtIndex(JAVA_DOUBLE, 2 * i));
              into.setAtIndex(
                  JAVA_DOUBLE,
                  2 * i + 1,
                  left.getAtIndex(JAVA_DOUBLE, 2 * i) * right.getAtIndex(JAVA_DOUBLE, 2 * i + 1)
                      + left.getAtIndex(JAVA_DOUBLE, 2 * i + 1));
            }
          });

  @Test
  void foldsFromTheLeftWhereItIsNotCommutative() {
    MemorySegment left = MemorySegment.ofArray(new double[] {2, 3, 4, 5});
    MemorySegment right = MemorySegment.ofArray(new double[] {5, 7, 1, 1});
    MemorySegment into = MemorySegment.ofArray(new double[4]);

    FoldingOperator.of(COMPOSE).fold(Datatype.COMPLEX128).fold(left, 0, right, 0, into, 0, 32);

    assertThat(COMPOSE.commutative()).isFalse();
    assertThat(into.toArray(JAVA_DOUBLE)).containsExactly(10, 17, 4, 9);
  }

  @Test
  void givesTheFunctionSegmentsThatNeverOverlap() {
    MemorySegment left = MemorySegment.ofArray(new double[] {2, 3, 4, 5});
    MemorySegment right = MemorySegment.ofArray(new double[] {5, 7, 1, 1});
    Fold fold = FoldingOperator.of(COMPOSE).fold(Datatype.COMPLEX128);

    fold.fold(left, 0, right, 0, right, 0, 32);
    assertThat(right.toArray(JAVA_DOUBLE)).containsExactly(10, 17, 4, 9);

    fold.fold(left, 0, right, 0, left, 0, 32);
    assertThat(left.toArray(JAVA_DOUBLE)).containsExactly(20, 37, 16, 41);
  }

  @Test
  void alignsOperandsAndCoversLongRunsInParts() {
    List<Long> counts = new ArrayList<>();
    ReductionOperator sum =
        ReductionOperator.custom(
            "my sum",
            true,
            (left, right, into, count, type) -> {
              assertThat(type).isEqualTo(Datatype.INT64);
              assertThat(left.byteSize()).isEqualTo(8 * count);
              assertThat(right.byteSize()).isEqualTo(8 * count);
              assertThat(into.byteSize()).isEqualTo(8 * count);
              counts.add(count);
              for (long i = 0; i < count; i++) {
                into.setAtIndex(
                    JAVA_LONG, i, left.getAtIndex(JAVA_LONG, i) + right.getAtIndex(JAVA_LONG, i));
              }
            });
    int elements = 5000;
    MemorySegment left = MemorySegment.ofArray(new byte[8 * elements + 3]);
    for (int i = 0; i < elements; i++) {
      left.set(JAVA_LONG.withByteAlignment(1), 3 + 8L * i, i);
    }

    try (Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(8L * elements, 8);
      FoldingOperator.of(sum).fold(Datatype.INT64).fold(left, 3, left, 3, into, 0, 8L * elements);
      for (int i = 0; i < elements; i++) {
        assertThat(into.getAtIndex(JAVA_LONG, i)).isEqualTo(2L * i);
      }
    }
    assertThat(counts).hasSizeGreaterThan(1);
    assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(elements);
  }

  @Test
  void isNotCalledForNothing() {
    ReductionOperator operator =
        ReductionOperator.custom(
            "never",
            true,
            (left, right, into, count, type) -> {
              throw new AssertionError("called");
            });
    MemorySegment empty = MemorySegment.ofArray(new long[0]);

    FoldingOperator.of(operator).fold(Datatype.INT8).fold(empty, 0, empty, 0, empty, 0, 0);

    for (BasicDatatype type : BasicDatatype.values()) {
      assertThat(operator.supports(type)).isTrue();
    }
  }

  @Test
  void letsTheFunctionsExceptionThroughUnchanged() {
    RuntimeException mine = new IllegalStateException("mine");
    MemorySegment one = MemorySegment.ofArray(new double[] {1});
    ReductionOperator segments =
        ReductionOperator.custom(
            "fails",
            true,
            (left, right, into, count, type) -> {
              throw mine;
            });
    ReductionOperator elements =
        ReductionOperator.ofDoubles(
            "fails",
            true,
            (left, right) -> {
              throw mine;
            });

    assertThatThrownBy(
            () ->
                FoldingOperator.of(segments).fold(Datatype.FLOAT64).fold(one, 0, one, 0, one, 0, 8))
        .isSameAs(mine);
    assertThatThrownBy(
            () ->
                FoldingOperator.of(elements).fold(Datatype.FLOAT64).fold(one, 0, one, 0, one, 0, 8))
        .isSameAs(mine);
  }

  @Test
  void canBeMadeFromAFunctionOfTwoElements() {
    int[] ints = {7, 10};
    long[] longs = {1L << 40};
    float[] floats = {1.5f};
    double[] doubles = {3};

    fold(ReductionOperator.ofInts("minus", false, (a, b) -> 2 * a - b), Datatype.INT32, ints(ints));
    fold(
        ReductionOperator.ofLongs("first", false, (a, b) -> 3 * a - b),
        Datatype.INT64,
        MemorySegment.ofArray(longs));
    fold(
        ReductionOperator.ofFloats("ratio", false, (a, b) -> a / b),
        Datatype.FLOAT32,
        MemorySegment.ofArray(floats));
    fold(
        ReductionOperator.ofDoubles("hypotenuse", true, Math::hypot),
        Datatype.FLOAT64,
        MemorySegment.ofArray(doubles));

    assertThat(ints).containsExactly(7, 10);
    assertThat(longs).containsExactly(1L << 41);
    assertThat(floats).containsExactly(1);
    assertThat(doubles[0]).isEqualTo(Math.hypot(3, 3));
  }

  @Test
  void refusesTypesItIsNotMadeForNamingBoth() {
    ReductionOperator operator = ReductionOperator.ofDoubles("hypotenuse", true, Math::hypot);

    assertThat(operator.supports(Datatype.FLOAT32)).isFalse();
    assertThatThrownBy(() -> FoldingOperator.of(operator).fold(Datatype.FLOAT32))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hypotenuse")
        .hasMessageContaining("FLOAT32");
  }

  @Test
  void mayFoldInTurn() {
    Fold sum = FoldingOperator.of(ReductionOperator.SUM).fold(Datatype.FLOAT64);
    ReductionOperator operator =
        ReductionOperator.ofDoubles(
            "nested",
            true,
            (a, b) -> {
              double[] other = {a};
              MemorySegment segment = MemorySegment.ofArray(other);
              sum.fold(segment, 0, MemorySegment.ofArray(new double[] {b}), 0, segment, 0, 8);
              return other[0];
            });
    double[] values = {1, 2, 3};

    fold(operator, Datatype.FLOAT64, MemorySegment.ofArray(values));

    assertThat(values).containsExactly(2, 4, 6);
  }

  private static MemorySegment ints(int[] values) {
    return MemorySegment.ofArray(values);
  }

  private static void fold(ReductionOperator operator, Datatype type, MemorySegment values) {
    FoldingOperator.of(operator)
        .fold(type)
        .fold(values, 0, values, 0, values, 0, values.byteSize());
  }
}
