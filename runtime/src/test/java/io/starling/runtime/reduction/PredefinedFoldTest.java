package io.starling.runtime.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PredefinedFoldTest {

  private static final int[] COUNTS = {0, 1, 2, 3, 7, 8, 15, 16, 17, 63, 64, 65, 1000};
  private static final int[] OFFSETS = {0, 1, 6, 8};
  private static final int MARGIN = 16;
  private static final byte UNTOUCHED = 0x5A;

  /** Where the result goes. */
  private enum Into {
    ELSEWHERE,
    LEFT,
    RIGHT
  }

  @ParameterizedTest(name = "{0} of {1}")
  @MethodSource("combinations")
  void agreesWithTheReference(PredefinedOperation operation, BasicDatatype type) {
    for (Fold fold : new Fold[] {vector(operation, type), PredefinedFolds.plain(operation, type)}) {
      Random random = new Random(operation.ordinal() * 100L + type.ordinal());
      for (int count : COUNTS) {
        byte[] left = SampleData.of(type, count, random);
        byte[] right = SampleData.of(type, count, random);
        byte[] expected = ReferenceReduction.fold(operation.mpiName(), type, left, right);
        for (int offset : OFFSETS) {
          for (Into into : Into.values()) {
            byte[] actual = fold(fold, left, right, into, offset, random);
            assertSame(operation, type, left, right, expected, actual);
          }
        }
      }
    }
  }

  static Stream<Arguments> combinations() {
    return Arrays.stream(PredefinedOperation.values())
        .flatMap(
            operation ->
                Arrays.stream(BasicDatatype.values())
                    .filter(type -> operation.appliesTo(type.kind()))
                    .map(type -> Arguments.of(operation, type)));
  }

  private static Fold vector(PredefinedOperation operation, BasicDatatype type) {
    assertThat(PredefinedFolds.vectorsArePresent()).isTrue();
    return PredefinedFolds.vector(operation, type);
  }

  private static byte[] fold(
      Fold fold, byte[] left, byte[] right, Into into, int offset, Random random) {
    try (Arena arena = Arena.ofConfined()) {
      int leftOffset = offset;
      int rightOffset = into == Into.ELSEWHERE ? 2 * offset : offset;
      MemorySegment leftSegment = memory(left, leftOffset, arena, random);
      MemorySegment rightSegment = memory(right, rightOffset, arena, random);
      MemorySegment intoSegment =
          switch (into) {
            case ELSEWHERE -> memory(new byte[left.length], offset, arena, random);
            case LEFT -> leftSegment;
            case RIGHT -> rightSegment;
          };
      fold.fold(
          leftSegment, leftOffset, rightSegment, rightOffset, intoSegment, offset, left.length);
      byte[] whole = bytes(intoSegment);
      byte[] result = Arrays.copyOfRange(whole, offset, offset + left.length);
      Arrays.fill(whole, offset, offset + left.length, UNTOUCHED);
      assertThat(whole).as("the bytes and their surroundings").containsOnly(UNTOUCHED);
      return result;
    }
  }

  private static MemorySegment memory(byte[] data, int offset, Arena arena, Random random) {
    int size = offset + data.length + MARGIN;
    int words = Math.ceilDiv(size, Long.BYTES);
    MemorySegment segment =
        switch (random.nextInt(8)) {
          case 0 -> MemorySegment.ofArray(new byte[size]);
          case 1 -> MemorySegment.ofArray(new short[4 * words]);
          case 2 -> MemorySegment.ofArray(new float[2 * words]);
          case 3 -> MemorySegment.ofArray(new double[words]);
          default -> arena.allocate(size, 64);
        };
    segment.fill(UNTOUCHED);
    MemorySegment.copy(MemorySegment.ofArray(data), 0, segment, offset, data.length);
    return segment;
  }

  private static byte[] bytes(MemorySegment segment) {
    byte[] bytes = new byte[Math.toIntExact(segment.byteSize())];
    MemorySegment.ofArray(bytes).copyFrom(segment);
    return bytes;
  }

  static void assertSame(
      PredefinedOperation operation,
      BasicDatatype type,
      byte[] left,
      byte[] right,
      byte[] expected,
      byte[] actual) {
    int extent = (int) type.extent();
    for (int at = 0; at < expected.length; at += extent) {
      if (!ReferenceReduction.same(type, expected, actual, at)) {
        assertThat(Arrays.copyOfRange(actual, at, at + extent))
            .as(
                "element %d of %s: %s of %s and %s",
                at / extent,
                type,
                operation,
                Arrays.toString(Arrays.copyOfRange(left, at, at + extent)),
                Arrays.toString(Arrays.copyOfRange(right, at, at + extent)))
            .isEqualTo(Arrays.copyOfRange(expected, at, at + extent));
      }
    }
  }
}
