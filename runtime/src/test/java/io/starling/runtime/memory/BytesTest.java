package io.starling.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BytesTest {

  private static final int ROOM = 256;

  private final Random random = new Random(7);

  private static List<MemorySegment> kinds(Arena arena) {
    return List.of(
        arena.allocate(ROOM),
        MemorySegment.ofArray(new byte[ROOM]),
        MemorySegment.ofArray(new float[ROOM / Float.BYTES]),
        MemorySegment.ofArray(new double[ROOM / Double.BYTES]));
  }

  private byte[] fill(MemorySegment segment) {
    byte[] bytes = new byte[ROOM];
    random.nextBytes(bytes);
    MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, 0, ROOM);
    return bytes;
  }

  private static byte[] read(MemorySegment segment) {
    byte[] bytes = new byte[ROOM];
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, 0, bytes, 0, ROOM);
    return bytes;
  }

  @Test
  void every_length_is_copied_between_all_kinds_of_memory_and_nothing_beside_it() {
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment from : kinds(arena)) {
        for (MemorySegment to : kinds(arena)) {
          for (int length = 0; length <= 130; length++) {
            int source = random.nextInt(ROOM - length);
            int target = random.nextInt(ROOM - length);
            byte[] data = fill(from);
            byte[] expected = fill(to);
            System.arraycopy(data, source, expected, target, length);
            Bytes.copy(from, source, to, target, length);
            assertThat(read(to)).as("%d bytes", length).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void places_may_overlap() {
    MemorySegment segment = MemorySegment.ofArray(new byte[ROOM]);
    for (int length = 1; length <= 130; length++) {
      for (int shift = -length; shift <= length; shift++) {
        int source = 120 + Math.min(0, -shift) / 2;
        byte[] expected = fill(segment);
        int target = Math.clamp(source + shift, 0, ROOM - length);
        int begin = Math.min(source, ROOM - length);
        System.arraycopy(expected, begin, expected, target, length);
        Bytes.copy(segment, begin, segment, target, length);
        assertThat(read(segment)).as("%d bytes by %d", length, shift).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 15, 16, 33, 63, 64, 100})
  void what_is_outside_a_segment_is_refused_and_nothing_is_written(int length) {
    MemorySegment from = MemorySegment.ofArray(new byte[length]);
    from.fill((byte) 1);
    MemorySegment to = MemorySegment.ofArray(new byte[length]);
    for (long[] offsets : new long[][] {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> Bytes.copy(from, offsets[0], to, offsets[1], length));
    }
    assertThat(to.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
  }

  @Test
  void a_negative_length_is_refused() {
    MemorySegment memory = MemorySegment.ofArray(new byte[8]);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> Bytes.copy(memory, 0, memory, 0, -1));
  }

  @Test
  void a_read_only_segment_is_refused() {
    MemorySegment memory = MemorySegment.ofArray(new byte[8]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Bytes.copy(memory, 0, memory.asReadOnly(), 0, 8));
  }
}
