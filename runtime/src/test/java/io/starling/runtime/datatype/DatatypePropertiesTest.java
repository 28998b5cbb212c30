package io.starling.runtime.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Any type against the naive model of it: a list with the place of every byte. */
class DatatypePropertiesTest {

  private static final int TRIES = 1000;

  /** Of what is as large as a tree of types can get, every split is not tried. */
  private static final int MOST_BYTES = 600;

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void size_and_bounds_are_those_that_mpi_defines(
      @ForAll(supplier = AnyType.class) ModelType model) {
    Datatype type = model.type();
    assertThat(type.size()).isEqualTo(model.bytes().size());
    if (!model.bytes().isEmpty()) {
      assertThat(type.extent()).isEqualTo(model.extent());
      assertThat(type.lowerBound()).isEqualTo(model.lower());
      assertThat(MappedDatatype.of(type).map().start()).isEqualTo(Collections.min(model.bytes()));
      assertThat(MappedDatatype.of(type).map().end()).isEqualTo(Collections.max(model.bytes()) + 1);
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void what_lies_in_one_piece_is_one_block(@ForAll(supplier = AnyType.class) ModelType model) {
    boolean isOnePiece = true;
    for (int i = 1; i < model.bytes().size(); i++) {
      isOnePiece &= model.bytes().get(i) == model.bytes().get(i - 1) + 1;
    }
    assertThat(MappedDatatype.of(model.type()).map() instanceof Block).isEqualTo(isOnePiece);
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void elements_overlap_when_a_byte_is_used_twice(
      @ForAll(supplier = AnyType.class) ModelType model, @ForAll @IntRange(max = 5) int count) {
    List<Long> bytes = model.bytes(count);
    boolean overlaps = new HashSet<>(bytes).size() < bytes.size();
    assertThat(count > MappedDatatype.of(model.type()).mostDisjointElements()).isEqualTo(overlaps);
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void every_part_is_packed_and_unpacked_byte_by_byte(
      @ForAll(supplier = AnyType.class) ModelType model,
      @ForAll @IntRange(max = 3) int count,
      @ForAll boolean onHeap) {
    Datatype type = placed(model);
    List<Long> bytes = model.bytes(count);
    Assume.that(bytes.size() <= MOST_BYTES);
    long low = bytes.isEmpty() ? 0 : Collections.min(bytes);
    long high = bytes.isEmpty() ? 0 : Collections.max(bytes) + 1;
    long first = model.bytes().isEmpty() ? 0 : Collections.min(model.bytes());
    Assume.that(low >= first);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = segment(arena, onHeap, high - first);
      for (long i = 0; i < memory.byteSize(); i++) {
        memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + 7));
      }
      Memory packed = MemoryBuffer.of(Buffer.of(memory, type, count)).memory();
      assertThat(packed.byteSize()).isEqualTo(bytes.size());
      boolean isWritten = new HashSet<>(bytes).size() == bytes.size();
      for (int from = 0; from <= bytes.size(); from++) {
        int length = bytes.size() - from - (from % 3 == 0 ? 0 : (bytes.size() - from) / 2);
        MemorySegment slot = arena.allocate(length + 2L);
        packed.read(from, slot, 1, length);
        for (int i = 0; i < length; i++) {
          assertThat(slot.get(ValueLayout.JAVA_BYTE, 1 + i))
              .isEqualTo((byte) ((bytes.get(from + i) - first) * 31 + 7));
        }
        if (isWritten) {
          verifyWrite(packed, memory, bytes, first, from, slot.asSlice(1, length));
        }
      }
    }
  }

  private static void verifyWrite(
      Memory packed,
      MemorySegment memory,
      List<Long> bytes,
      long first,
      int from,
      MemorySegment slot) {
    byte[] expected = memory.toArray(ValueLayout.JAVA_BYTE);
    byte[] before = expected.clone();
    for (int i = 0; i < slot.byteSize(); i++) {
      byte value = (byte) (i * 5 + from);
      slot.set(ValueLayout.JAVA_BYTE, i, value);
      expected[(int) (bytes.get(from + i) - first)] = value;
    }
    packed.write(from, slot, 0, slot.byteSize());
    assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
    memory.copyFrom(MemorySegment.ofArray(before));
  }

  /** The type moved so that its first byte is at 0. */
  private static Datatype placed(ModelType model) {
    long first = model.bytes().isEmpty() ? 0 : Collections.min(model.bytes());
    Datatype moved = Datatype.struct(new Datatype.Field(-first, model.type()));
    return Datatype.resized(0, model.extent(), moved);
  }

  private static MemorySegment segment(Arena arena, boolean onHeap, long bytes) {
    return onHeap ? MemorySegment.ofArray(new byte[(int) bytes]) : arena.allocate(bytes);
  }
}
