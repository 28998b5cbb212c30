package io.starling.runtime.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.os.Linux;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ChunksTest {

  private final Linux linux = new Linux(Arena.ofAuto());

  private Chunks chunks(long heapBytes) {
    SharedSettings settings = new SharedSettings(heapBytes, true, true);
    return new Chunks(new SharedHeap(SharedRegion.create(0, 1, settings, linux), linux));
  }

  @Test
  void a_chunk_that_came_back_rests_while_two_others_are_used() {
    Chunks chunks = chunks(8 * Chunks.BYTES);
    List<Long> used = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      used.add(chunks.take());
      chunks.give(used.getLast());
    }
    assertThat(used.subList(0, 3)).doesNotHaveDuplicates();
    assertThat(used.subList(3, 6)).isEqualTo(used.subList(0, 3));
    assertThat(used.subList(6, 9)).isEqualTo(used.subList(0, 3));
  }

  @Test
  void without_room_in_the_heap_the_last_chunk_does_not_rest() {
    Chunks chunks = chunks(Chunks.BYTES);
    long only = chunks.take();
    chunks.give(only);
    assertThat(chunks.take()).isEqualTo(only);
    assertThat(chunks.take()).isEqualTo(Chunks.NONE);
  }

  @Test
  void a_table_leaves_a_chunk_for_the_message() {
    Chunks chunks = chunks(2 * Chunks.BYTES);
    long table = chunks.takeTable();
    assertThat(table).isNotEqualTo(Chunks.NONE);
    long chunk = chunks.take();
    assertThat(chunk).isNotEqualTo(Chunks.NONE).isNotEqualTo(table);
    assertThat(chunks.take()).isEqualTo(Chunks.NONE);
    chunks.give(chunk);
    // One chunk is not enough, and it is not lost.
    assertThat(chunks.takeTable()).isEqualTo(Chunks.NONE);
    assertThat(chunks.take()).isEqualTo(chunk);
  }

  @Test
  void what_a_late_receiver_has_held_up_goes_back_to_the_heap() {
    int many = 2000;
    Chunks chunks = chunks((many + 1) * Chunks.BYTES);
    for (int round = 0; round < 2; round++) {
      ArrayDeque<Long> taken = new ArrayDeque<>();
      LongStream.generate(chunks::take).limit(many).forEach(taken::add);
      assertThat(taken).doesNotHaveDuplicates().doesNotContain(Chunks.NONE);
      taken.forEach(chunks::give);
    }
  }
}
