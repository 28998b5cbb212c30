package io.starling.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.datatype.BasicDatatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class PredefinedModelTest {

  private static ByteBuffer bytes(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer folded(
      String operator, BasicDatatype type, ByteBuffer left, ByteBuffer right) {
    byte[] result = bytesOf(left);
    PredefinedModel.fold(operator, type, result, bytesOf(right));
    return ByteBuffer.wrap(result).order(ByteOrder.nativeOrder());
  }

  private static byte[] bytesOf(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    buffer.get(0, bytes);
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({
    "max, -5, 3, 3",
    "min, -5, 3, -5",
    "sum, 2147483647, 1, -2147483648",
    "prod, -4, 5, -20",
    "land, 7, 0, 0",
    "land, 7, 8, 1",
    "lor, 0, 8, 1",
    "lor, 0, 0, 0",
    "lxor, 7, 8, 0",
    "lxor, 0, 8, 1",
    "band, 12, 10, 8",
    "bor, 12, 10, 14",
    "bxor, 12, 10, 6"
  })
  void integers_are_folded_as_MPI_says(String operator, int left, int right, int expected) {
    ByteBuffer result =
        folded(operator, BasicDatatype.INT32, bytes(4).putInt(0, left), bytes(4).putInt(0, right));
    assertThat(result.getInt()).isEqualTo(expected);
  }

  @Test
  void unsigned_bytes_are_compared_without_a_sign() {
    ByteBuffer result =
        folded("max", BasicDatatype.UINT8, bytes(1).put(0, (byte) 200), bytes(1).put(0, (byte) 3));
    assertThat(result.get()).isEqualTo((byte) 200);
  }

  @Test
  void short_floating_numbers_are_added() {
    ByteBuffer half =
        folded(
            "sum",
            BasicDatatype.FLOAT16,
            bytes(2).putShort(0, (short) 0x3E00),
            bytes(2).putShort(0, (short) 0x4100));
    assertThat(half.getShort()).as("1.5 + 2.5").isEqualTo((short) 0x4400);
    ByteBuffer brain =
        folded(
            "sum",
            BasicDatatype.BFLOAT16,
            bytes(2).putShort(0, (short) 0x3FC0),
            bytes(2).putShort(0, (short) 0x4020));
    assertThat(brain.getShort()).as("1.5 + 2.5").isEqualTo((short) 0x4080);
  }

  @Test
  void minus_zero_is_less_than_zero() {
    ByteBuffer result =
        folded(
            "max", BasicDatatype.FLOAT64, bytes(8).putDouble(0, -0.0), bytes(8).putDouble(0, 0.0));
    assertThat(result.getDouble()).isEqualTo(0.0);
  }

  @Test
  void complex_numbers_are_multiplied() {
    ByteBuffer left = bytes(8).putFloat(0, 1).putFloat(4, 2);
    ByteBuffer right = bytes(8).putFloat(0, 3).putFloat(4, -1);
    ByteBuffer result = folded("prod", BasicDatatype.COMPLEX64, left, right);
    assertThat(result.getFloat()).isEqualTo(5);
    assertThat(result.getFloat()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "maxloc, 4, 9, 4, 2, 4, 2",
    "maxloc, 4, 9, 5, 12, 5, 12",
    "minloc, 4, 9, 5, 2, 4, 9",
    "minloc, 5, 1, 4, 3, 4, 3"
  })
  void of_equal_values_the_lower_index_wins(
      String operator,
      long left,
      int leftIndex,
      long right,
      int rightIndex,
      long value,
      int index) {
    ByteBuffer result =
        folded(
            operator,
            BasicDatatype.INT64_INDEX,
            bytes(16).putLong(0, left).putInt(8, leftIndex),
            bytes(16).putLong(0, right).putInt(8, rightIndex));
    assertThat(result.getLong()).isEqualTo(value);
    assertThat(result.getInt()).isEqualTo(index);
  }
}
