package io.starling.runtime.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What a fold refuses: it works by address, so nothing else would notice. */
class CheckedFoldTest {

  private static final Fold SUM = FoldingOperator.of(ReductionOperator.SUM).fold(Datatype.INT32);

  @Test
  void refusesRangesThatLeaveASegment() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment large = arena.allocate(128);
      MemorySegment small = arena.allocate(64);
      for (MemorySegment[] operands :
          new MemorySegment[][] {
            {small, large, large}, {large, small, large}, {large, large, small}
          }) {
        assertThatThrownBy(() -> SUM.fold(operands[0], 0, operands[1], 0, operands[2], 0, 68))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> SUM.fold(operands[0], 4, operands[1], 4, operands[2], 4, 64))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> SUM.fold(large, -4, large, 0, large, 0, 4))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> SUM.fold(large, 0, large, 0, large, 0, -4))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void refusesPartsOfElements() {
    MemorySegment data = MemorySegment.ofArray(new int[2]);

    assertThatThrownBy(() -> SUM.fold(data, 0, data, 0, data, 0, 6))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("6 bytes are not a whole number of elements of 4 bytes");
  }

  @Test
  void refusesAReadOnlyResult() {
    MemorySegment data = MemorySegment.ofArray(new int[] {1});

    assertThatThrownBy(() -> SUM.fold(data, 0, data, 0, data.asReadOnly(), 0, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("read-only");
    SUM.fold(data.asReadOnly(), 0, data.asReadOnly(), 0, data, 0, 4);
    assertThat(data.toArray(java.lang.foreign.ValueLayout.JAVA_INT)).containsExactly(2);
  }

  @Test
  void refusesClosedMemory() {
    MemorySegment closed;
    try (Arena arena = Arena.ofConfined()) {
      closed = arena.allocate(64);
    }

    assertThatThrownBy(() -> SUM.fold(closed, 0, closed, 0, closed, 0, 64))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void refusesMemoryConfinedToAnotherThread() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment confined = arena.allocate(64);

      assertThatThrownBy(
              () ->
                  CompletableFuture.runAsync(
                          () -> SUM.fold(confined, 0, confined, 0, confined, 0, 64))
                      .join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(WrongThreadException.class);
    }
  }
}
