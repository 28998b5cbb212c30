package io.starling.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BufferTest {

  private final MemorySegment tenBytes = MemorySegment.ofArray(new byte[10]);

  @Test
  void a_buffer_of_an_array_has_its_elements() {
    assertThat(Buffer.of(new byte[3])).hasToString("3 x INT8");
    assertThat(Buffer.of(new short[3])).hasToString("3 x INT16");
    assertThat(Buffer.of(new int[3])).hasToString("3 x INT32");
    assertThat(Buffer.of(new long[3])).hasToString("3 x INT64");
    assertThat(Buffer.of(new float[3])).hasToString("3 x FLOAT32");
    assertThat(Buffer.of(new double[3])).hasToString("3 x FLOAT64");
    assertThat(Buffer.of(new double[3]).byteSize()).isEqualTo(24);
    assertThat(Buffer.IN_PLACE).hasToString("IN_PLACE");
  }

  @Test
  void a_buffer_of_a_value_has_the_type_of_its_array() {
    assertThat(Buffer.of((byte) -1)).hasToString("1 x INT8");
    assertThat(Buffer.of(true)).hasToString("1 x UINT8");
    assertThat(Buffer.of('a')).hasToString("1 x INT16");
    assertThat(Buffer.of((short) -1)).hasToString("1 x INT16");
    assertThat(Buffer.of(-1)).hasToString("1 x INT32");
    assertThat(packed(Buffer.of((byte) -3))).containsExactly(-3);
    assertThat(packed(Buffer.of(true))).containsExactly(1);
    assertThat(packed(Buffer.of(false))).containsExactly(0);
    assertThat(packed(Buffer.of('a'))).isEqualTo(packed(Buffer.of(new char[] {'a'})));
    assertThat(packed(Buffer.of((short) -2))).containsExactly(-2, -1);
    assertThatThrownBy(() -> Buffer.of(true).unpack(tenBytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static byte[] packed(Buffer buffer) {
    byte[] bytes = new byte[Math.toIntExact(buffer.byteSize())];
    buffer.pack(MemorySegment.ofArray(bytes));
    return bytes;
  }

  @Test
  void booleans_may_have_gaps() {
    boolean[] array = {false, true, true, true, false, true};
    Datatype even = Datatype.vector(3, 1, -2, Datatype.UINT8);
    Buffer odd = Buffer.of(array, 5, even, 1);
    assertThat(packed(odd)).containsExactly(1, 1, 1);
    odd.unpack(MemorySegment.ofArray(new byte[] {0, 1, 0}));
    assertThat(array).containsExactly(false, false, true, true, false, false);
    assertThatThrownBy(() -> Buffer.of(array, 3, even, 1)).hasMessageContaining("before");
  }

  @Test
  void a_count_must_not_be_negative() {
    assertThatThrownBy(() -> Buffer.of(tenBytes, Datatype.INT8, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("count is negative: -1");
  }

  @Test
  void a_count_must_fit_the_segment() {
    assertThat(Buffer.of(tenBytes, Datatype.INT32, 2).byteSize()).isEqualTo(8);
    assertThatThrownBy(() -> Buffer.of(tenBytes, Datatype.INT32, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 elements of INT32 need 12 bytes, but the segment has 10");
    assertThatThrownBy(() -> Buffer.of(tenBytes, Datatype.INT64, 1L << 60))
        .hasMessageContaining("need more than 2^63 - 1 bytes, but the segment has 10");
    assertThatThrownBy(() -> Buffer.of(tenBytes, Datatype.INT64, Long.MAX_VALUE))
        .hasMessageContaining("need more than 2^63 - 1 bytes, but the segment has 10");
  }

  @Test
  void a_whole_segment_must_hold_whole_elements() {
    assertThatThrownBy(() -> Buffer.of(tenBytes, Datatype.INT64))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a segment of 10 bytes is not a whole number of INT64 (8 bytes each); give the count"
                + " with Buffer.of(segment, type, count), or resize the type");
  }

  @Test
  void a_slice_is_part_of_the_same_memory() {
    int[] array = {0, 1, 2, 3, 4};
    Buffer slice = Buffer.of(array).slice(1, 3);
    assertThat(slice.count()).isEqualTo(3);
    assertThat(MemoryBuffer.of(slice).segment().toArray(java.lang.foreign.ValueLayout.JAVA_INT))
        .containsExactly(1, 2, 3);
    assertThatThrownBy(() -> slice.slice(2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> slice.slice(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void the_same_bytes_can_be_elements_of_another_type() {
    assertThat(Buffer.of(new short[4]).as(Datatype.FLOAT16)).hasToString("4 x FLOAT16");
    assertThat(Buffer.of(new int[4]).as(Datatype.INT64)).hasToString("2 x INT64");
    assertThatThrownBy(() -> Buffer.of(new int[3]).as(Datatype.INT64))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Buffer.of(new boolean[4]).as(Datatype.INT8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a boolean[] has no bytes in memory, so it can't be seen as INT8; copy it to a byte[]"
                + " of 0 and 1");
  }
}
