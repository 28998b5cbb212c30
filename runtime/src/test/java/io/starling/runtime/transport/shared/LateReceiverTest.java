package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.EXACT;
import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static io.starling.runtime.transport.shared.SharedPair.fill;
import static io.starling.runtime.transport.shared.SharedPair.memory;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a send of medium length waits for a receiver that does nothing yet. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LateReceiverTest {

  private static final int BYTES = 16 << 10;
  private static final int MESSAGES = SharedRegion.CELL_COUNT + 1;

  private final Arena arena = Arena.ofAuto();

  /** Messages one behind the other, each with its number at its beginning. */
  private MemorySegment messages(SharedPair pair, int count, boolean inRegion) {
    long bytes = (long) count * BYTES;
    MemorySegment messages =
        fill(inRegion ? pair.from.memory().allocate(bytes, arena) : memory(bytes));
    for (int i = 0; i < count; i++) {
      messages.set(ValueLayout.JAVA_INT, (long) i * BYTES, i);
    }
    return messages;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void where_ranks_share_cores_as_many_sends_are_complete_as_there_are_cells(boolean inRegion) {
    try (SharedPair pair = new SharedPair(SMALL.withExclusiveCores(false))) {
      MemorySegment messages = messages(pair, MESSAGES, inRegion);
      MemorySegment expected = memory(messages.byteSize()).copyFrom(messages);
      for (int i = 0; i < MESSAGES; i++) {
        pair.from.send(i, 1, 7, messages, (long) i * BYTES, BYTES, false);
        assertThat(pair.sender.lines).hasSize(Math.min(i + 1, SharedRegion.CELL_COUNT));
      }
      pair.from.progress();
      assertThat(pair.sender.lines).hasSize(SharedRegion.CELL_COUNT);
      // What is complete may be written again.
      messages.asSlice(0, (long) SharedRegion.CELL_COUNT * BYTES).fill((byte) 0);

      MemorySegment target = memory(messages.byteSize());
      for (int i = 0; i < MESSAGES; i++) {
        pair.to.receive(i, 7, EXACT, target, (long) i * BYTES, BYTES);
        pair.progressUntil(i + 1, 0);
        assertThat(pair.receiver.lines.getLast()).isEqualTo(i + ": " + BYTES + " bytes");
      }
      pair.progressUntil(MESSAGES, MESSAGES);
      assertThat(target.mismatch(expected)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cells_are_used_again_by_later_messages(boolean inRegion) {
    try (SharedPair pair = new SharedPair(SMALL.withExclusiveCores(false))) {
      MemorySegment message = messages(pair, 1, inRegion);
      MemorySegment target = memory(BYTES);
      for (int i = 0; i < 3 * MESSAGES; i++) {
        message.set(ValueLayout.JAVA_INT, 0, i);
        pair.from.send(i, 1, 7, message, 0, BYTES, false);
        assertThat(pair.sender.lines).hasSize(i + 1);
        pair.to.receive(i, 7, EXACT, target, 0, BYTES);
        pair.to.progress();
        assertThat(target.mismatch(message)).isEqualTo(-1);
      }
    }
  }

  @Test
  void where_ranks_have_a_core_each_a_send_of_shared_memory_waits_for_its_receiver() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment message = messages(pair, 1, true);
      pair.from.send(1, 1, 7, message, 0, BYTES, false);
      pair.from.progress();
      pair.to.progress();
      pair.from.progress();
      assertThat(pair.sender.lines).isEmpty();
      MemorySegment target = memory(BYTES);
      pair.to.receive(2, 7, EXACT, target, 0, BYTES);
      pair.progressUntil(1, 1);
      assertThat(target.mismatch(message)).isEqualTo(-1);
    }
  }

  @Test
  void a_send_of_private_memory_may_end_before_and_no_more_of_them_than_the_stage_holds() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment messages = messages(pair, MESSAGES, false);
      MemorySegment expected = memory(messages.byteSize()).copyFrom(messages);
      for (int i = 0; i < MESSAGES; i++) {
        pair.from.send(i, 1, 7, messages, (long) i * BYTES, BYTES, false);
      }
      pair.to.progress();
      pair.from.progress();
      assertThat(pair.sender.lines)
          .hasSizeBetween(1, (int) (SharedRegion.STAGE_BYTES / BYTES))
          .contains("0: " + BYTES + " bytes");
      // What is complete may be written again.
      for (String line : pair.sender.lines) {
        long complete = Long.parseLong(line.substring(0, line.indexOf(':')));
        messages.asSlice(complete * BYTES, BYTES).fill((byte) 0);
      }

      MemorySegment target = memory(messages.byteSize());
      for (int i = 0; i < MESSAGES; i++) {
        pair.to.receive(i, 7, EXACT, target, (long) i * BYTES, BYTES);
      }
      pair.progressUntil(MESSAGES, MESSAGES);
      assertThat(target.mismatch(expected)).isEqualTo(-1);
    }
  }
}
