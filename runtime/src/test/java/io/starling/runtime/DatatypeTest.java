package io.starling.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Datatype.Field;
import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.Loop;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DatatypeTest {

  private static final Datatype COLUMN = Datatype.vector(3, 1, 4, Datatype.FLOAT64);

  private static void refused(ThrowingCallable call, String... reasons) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(reasons);
  }

  @Test
  void negative_counts_are_refused_by_name() {
    refused(
        () -> Datatype.contiguous(-1, Datatype.INT8),
        "contiguous(-1, INT8): count is negative: -1");
    refused(() -> Datatype.vector(-2, 1, 1, Datatype.INT8), "count is negative: -2");
    refused(() -> Datatype.vector(1, -3, 1, Datatype.INT8), "block length is negative: -3");
    refused(
        () -> Datatype.indexed(new long[] {1, -4}, new long[2], Datatype.INT8),
        "indexed(2 blocks of INT8): block length 1 is negative: -4");
    refused(
        () -> Datatype.struct(new Field(0, -5, Datatype.INT8)),
        "struct(1 fields): count of field 0 is negative: -5");
  }

  @Test
  void with_a_negative_extent_elements_go_down() {
    Datatype down = Datatype.resized(0, -2, Datatype.INT8);
    Datatype three = Datatype.contiguous(3, down);
    assertThat(three.lowerBound()).isEqualTo(-4);
    assertThat(three.extent()).isEqualTo(2);
    byte[] bytes = {0, 1, 2, 3, 4, 5};
    byte[] packed = new byte[3];
    Buffer all = Buffer.of(MemorySegment.ofArray(bytes), 5, down, 3);
    all.pack(MemorySegment.ofArray(packed));
    assertThat(packed).containsExactly(5, 3, 1);
    all.slice(1, 2).unpack(MemorySegment.ofArray(new byte[] {7, 8}));
    assertThat(bytes).containsExactly(0, 8, 2, 7, 4, 5);
  }

  @Test
  void lists_of_different_lengths_are_refused() {
    refused(
        () -> Datatype.hindexed(new long[2], new long[3], Datatype.INT8),
        "hindexed(2 blocks of INT8): 3 displacements");
    refused(
        () -> Datatype.subarray(new long[] {4, 4}, new long[] {2}, new long[] {0}, Datatype.INT8),
        "sizes, subsizes and starts must have the same length");
  }

  @Test
  void a_box_must_be_inside_its_array() {
    for (long[] box : new long[][] {{3, 2}, {-1, 1}, {0, -1}, {5, 0}}) {
      refused(
          () ->
              Datatype.subarray(
                  new long[] {9, 4}, new long[] {1, box[1]}, new long[] {0, box[0]}, Datatype.INT8),
          "dimension 1 is not inside the array");
    }
  }

  @Test
  void a_type_spans_no_more_than_a_long_can_say() {
    Datatype huge = Datatype.contiguous(Long.MAX_VALUE / 8, Datatype.FLOAT64);
    assertThat(huge.size()).isEqualTo(Long.MAX_VALUE / 8 * 8);
    refused(() -> Datatype.contiguous(2, huge), "spans more than 2^63 - 1 bytes");
    refused(() -> Datatype.vector(3, 1, Long.MAX_VALUE / 2 + 1, Datatype.INT8), "spans more than");
    refused(() -> Datatype.vector(2, 1, Long.MAX_VALUE, Datatype.INT64), "spans more than");
    refused(
        () ->
            Datatype.hindexed(
                new long[] {1, 1}, new long[] {Long.MIN_VALUE, Long.MAX_VALUE}, Datatype.INT8),
        "spans more than");
    refused(() -> Datatype.resized(Long.MAX_VALUE, 1, Datatype.INT8), "spans more than");
  }

  @Test
  void a_type_is_as_short_as_its_description() {
    Datatype type = Datatype.vector(1L << 40, 3, 5, Datatype.INT8);
    assertThat(type.size()).isEqualTo(3L << 40);
    assertThat(MappedDatatype.of(type).map().runs()).isEqualTo(1L << 40);
    assertThat(MappedDatatype.of(type).map()).isInstanceOf(Loop.class);
    assertThat(MappedDatatype.of(type).mostDisjointElements()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_box_of_whole_rows_is_one_piece() {
    Datatype rows =
        Datatype.subarray(
            new long[] {9, 4}, new long[] {3, 4}, new long[] {2, 0}, Datatype.FLOAT64);
    assertThat(MappedDatatype.of(rows).map()).isEqualTo(new Block(2 * 4 * 8, 3 * 4 * 8));
    assertThat(rows.extent()).isEqualTo(9 * 4 * 8);
  }

  @Test
  void the_last_element_needs_its_data_and_not_its_extent() {
    MemorySegment matrix = MemorySegment.ofArray(new double[12]);
    Datatype columns = Datatype.resized(0, 8, COLUMN);
    assertThat(Buffer.of(matrix, columns, 4).byteSize()).isEqualTo(96);
    assertThat(MemoryBuffer.of(Buffer.of(matrix.asSlice(24), COLUMN, 1)).span()).isEqualTo(72);
    refused(
        () -> Buffer.of(matrix, columns, 5),
        "5 elements of resized(0, 8, vector(3, 1, 4, FLOAT64)) need 104 bytes, but the segment has"
            + " 96");
    refused(() -> Buffer.of(matrix, columns, Long.MAX_VALUE), "need more than 2^63 - 1 bytes");
  }

  @Test
  void data_before_the_segment_is_refused() {
    Datatype backwards = Datatype.vector(3, 1, -1, Datatype.FLOAT64);
    refused(
        () -> Buffer.of(MemorySegment.ofArray(new double[9]), backwards, 1),
        "1 x vector(3, 1, -1, FLOAT64) begins 16 bytes before the segment");
  }

  @Test
  void a_buffer_in_pieces_has_slices_but_no_other_type() {
    double[] matrix = new double[12];
    Buffer columns = Buffer.of(MemorySegment.ofArray(matrix), Datatype.resized(0, 8, COLUMN), 4);
    columns.slice(1, 2).unpack(MemorySegment.ofArray(new double[] {1, 2, 3, 4, 5, 6}));
    assertThat(matrix).containsExactly(0, 1, 4, 0, 0, 2, 5, 0, 0, 3, 6, 0);
    assertThat(columns.slice(4, 0).byteSize()).isZero();
    refused(() -> columns.slice(1, 2).as(Datatype.INT64), "2 x resized", "has gaps");
  }

  @Test
  void packing_needs_room_for_all_and_unpacking_memory_that_can_be_written() {
    MemorySegment matrix = MemorySegment.ofArray(new double[] {1, 0, 0, 0, 2, 0, 0, 0, 3});
    Buffer column = Buffer.of(matrix, COLUMN, 1);
    double[] packed = new double[3];
    column.pack(MemorySegment.ofArray(packed));
    assertThat(packed).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> column.pack(MemorySegment.ofArray(new double[2])))
        .isInstanceOf(IndexOutOfBoundsException.class);
    Buffer fixed = Buffer.of(matrix.asReadOnly(), COLUMN, 1);
    refused(() -> fixed.unpack(MemorySegment.ofArray(packed)), "read-only");
  }

  @Test
  void signatures_say_what_travels_and_not_where_it_lies() {
    Datatype pair =
        Datatype.struct(new Field(0, Datatype.INT32), new Field(8, 2, Datatype.FLOAT64));
    Datatype turned =
        Datatype.struct(new Field(0, 2, Datatype.FLOAT64), new Field(16, Datatype.INT32));
    assertThat(MappedDatatype.of(COLUMN).signature()).hasToString("3 x FLOAT64");
    assertThat(MappedDatatype.of(Datatype.contiguous(3, Datatype.FLOAT64)).signature())
        .isEqualTo(MappedDatatype.of(COLUMN).signature());
    assertThat(MappedDatatype.of(Datatype.contiguous(3, pair)).signature())
        .isEqualTo(MappedDatatype.of(pair).signature().times(3))
        .isEqualTo(
            MappedDatatype.of(Datatype.struct(new Field(0, pair), new Field(99, 2, pair)))
                .signature())
        .isNotEqualTo(MappedDatatype.of(turned).signature().times(3));
  }
}
