package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WordsTest {

  @Test
  void few_bytes_are_copied_and_nothing_beside_them() {
    Random random = new Random(3);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(128);
      MemorySegment to = arena.allocate(128);
      for (int length = 0; length <= 70; length++) {
        for (int place = 0; place < 9; place++) {
          byte[] data = new byte[128];
          byte[] expected = new byte[128];
          random.nextBytes(data);
          random.nextBytes(expected);
          MemorySegment.copy(data, 0, from, ValueLayout.JAVA_BYTE, 0, 128);
          MemorySegment.copy(expected, 0, to, ValueLayout.JAVA_BYTE, 0, 128);
          System.arraycopy(data, 8 - place, expected, place, length);
          Words.copyFew(from.address() + 8 - place, to.address() + place, length);
          assertThat(to.toArray(ValueLayout.JAVA_BYTE)).as("%d bytes", length).isEqualTo(expected);
        }
      }
    }
  }
}
