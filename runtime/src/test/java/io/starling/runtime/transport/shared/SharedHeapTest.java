package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.os.Linux;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SharedHeapTest {

  private static final long BYTES = 8 << 20;

  private final Linux linux = new Linux(Arena.ofAuto());
  private final SharedRegion region =
      SharedRegion.create(0, 1, new SharedSettings(BYTES, true, true), linux);
  private final SharedHeap heap = new SharedHeap(region, linux);

  @AfterEach
  void close() {
    region.close();
  }

  private boolean isShared(MemorySegment memory) {
    return region.contains(memory.address(), memory.byteSize());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 65, 4096, 100_000, 4 << 20})
  void a_piece_has_the_size_asked_for_and_is_zero_however_often_it_is_used(long bytes) {
    for (int round = 0; round < 3; round++) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment piece = heap.allocate(bytes, arena);
        assertThat(piece.byteSize()).isEqualTo(bytes);
        assertThat(piece.address() % MessageMemory.ALIGNMENT).isZero();
        assertThat(isShared(piece)).isTrue();
        assertThat(piece.mismatch(Arena.ofAuto().allocate(bytes))).isEqualTo(-1);
        piece.fill((byte) 1);
      }
    }
  }

  @Test
  void pieces_do_not_overlap() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment[] pieces = new MemorySegment[100];
      for (int i = 0; i < pieces.length; i++) {
        pieces[i] = heap.allocate(1 + i * 37L, arena).fill((byte) i);
      }
      for (int i = 0; i < pieces.length; i++) {
        byte own = (byte) i;
        assertThat(pieces[i].elements(ValueLayout.JAVA_BYTE))
            .allMatch(element -> element.get(ValueLayout.JAVA_BYTE, 0) == own);
      }
    }
  }

  @Test
  void what_was_freed_is_used_again() {
    long address;
    try (Arena arena = Arena.ofConfined()) {
      address = heap.allocate(BYTES / 2, arena).address();
    }
    try (Arena arena = Arena.ofShared()) {
      assertThat(heap.allocate(BYTES / 2, arena).address()).isEqualTo(address);
    }
  }

  @Test
  void a_piece_cannot_be_used_after_its_arena() {
    MemorySegment piece;
    try (Arena arena = Arena.ofConfined()) {
      piece = heap.allocate(64, arena);
    }
    assertThatThrownBy(() -> piece.get(ValueLayout.JAVA_INT, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void an_arena_that_has_ended_gets_nothing_and_loses_nothing() {
    Arena ended = Arena.ofConfined();
    ended.close();
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> heap.allocate(BYTES / 2, ended))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(isShared(heap.allocate(BYTES / 2, Arena.ofAuto()))).isTrue();
  }

  @Test
  void a_heap_that_is_full_gives_ordinary_memory() {
    MemorySegment piece = heap.allocate(BYTES + 1, Arena.ofAuto());
    assertThat(piece.byteSize()).isEqualTo(BYTES + 1);
    assertThat(isShared(piece)).isFalse();
  }

  /** Address space, not memory: only what is touched takes any. */
  @Test
  void a_huge_piece_takes_no_more_room_than_it_has_bytes() {
    long gibibyte = 1L << 30;
    SharedRegion large =
        SharedRegion.create(0, 1, new SharedSettings(64 * gibibyte, true, true), linux);
    SharedHeap huge = new SharedHeap(large, linux);
    for (int round = 0; round < 2; round++) {
      try (Arena arena = Arena.ofShared()) {
        MemorySegment first = huge.allocate(40 * gibibyte - 5, arena);
        MemorySegment second = huge.allocate(23 * gibibyte, arena);
        for (MemorySegment piece : List.of(first, second)) {
          assertThat(large.contains(piece.address(), piece.byteSize())).isTrue();
          assertThat(piece.get(ValueLayout.JAVA_BYTE, piece.byteSize() - 1)).isZero();
          piece.set(ValueLayout.JAVA_BYTE, piece.byteSize() - 1, (byte) 1);
        }
        assertThat(first.asOverlappingSlice(second)).isEmpty();
        assertThat(huge.hasRoom(gibibyte + 1)).isFalse();
        assertThat(huge.hasRoom(1 << 20)).isTrue();
      }
      assertThat(huge.hasRoom(60 * gibibyte)).isTrue();
      assertThat(huge.hasRoom(65 * gibibyte)).isFalse();
      assertThat(huge.hasRoom(Long.MAX_VALUE)).isFalse();
    }
    large.close();
  }

  @Test
  void a_piece_may_be_freed_by_the_collector_and_outlives_its_port() {
    SharedPair pair = new SharedPair(SharedPair.SMALL);
    MemorySegment piece = pair.from.memory().allocate(1 << 20, Arena.ofAuto());
    pair.close();
    assertThat(piece.fill((byte) 3).get(ValueLayout.JAVA_BYTE, 77)).isEqualTo((byte) 3);
  }

  @Test
  void a_negative_size_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> heap.allocate(-1, Arena.ofAuto()))
        .withMessageContaining("-1");
    assertThatIllegalArgumentException().isThrownBy(() -> new SharedSettings(-1, true, true));
  }
}
