package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.EXACT;
import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static io.starling.runtime.transport.shared.SharedPair.STAGED;
import static io.starling.runtime.transport.shared.SharedPair.fill;
import static io.starling.runtime.transport.shared.SharedPair.memory;
import static io.starling.runtime.transport.shared.SharedPair.number;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SharedPortTest {

  private static final int MORE_THAN_FIT = 5 * SharedRegion.SLOTS / 2;

  /** Around every limit between the ways that a message can take. */
  @ParameterizedTest
  @CsvSource({
    "0", "1", "7", "8", "31", "32", "33", "4096", "8192", "8193", "16383", "16384", "16385",
    "65537", "131072", "524288", "524289", "1000003", "5000000"
  })
  void a_message_of_any_length_arrives_whole_from_any_memory_to_any(int bytes) {
    for (SharedSettings settings : List.of(SMALL, STAGED, SMALL.withExclusiveCores(false))) {
      try (SharedPair pair = new SharedPair(settings);
          Arena arena = Arena.ofConfined()) {
        MemorySegment[] sources = {
          fill(arena.allocate(bytes + 1)),
          fill(pair.from.memory().allocate(bytes + 1, arena)),
          fill(MemorySegment.ofArray(new byte[bytes + 1]))
        };
        MemorySegment[] targets = {
          arena.allocate(bytes + 2),
          pair.to.memory().allocate(bytes + 2, arena),
          MemorySegment.ofArray(new byte[bytes + 2])
        };
        int messages = 0;
        for (MemorySegment source : sources) {
          for (MemorySegment target : targets) {
            target.fill((byte) 99);
            pair.from.send(1, 1, 5, source, 1, bytes, false);
            pair.to.receive(2, 5, EXACT, target, 1, bytes);
            messages++;
            pair.progressUntil(messages, messages);
            assertThat(pair.receiver.lines.getLast()).isEqualTo("2: " + bytes + " bytes");
            assertThat(target.asSlice(1, bytes).mismatch(source.asSlice(1, bytes))).isEqualTo(-1);
            assertThat(target.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 99);
            assertThat(target.get(ValueLayout.JAVA_BYTE, bytes + 1L)).isEqualTo((byte) 99);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 100, 20_000, 2_000_000})
  void a_rank_may_send_to_itself(int bytes) {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment source = fill(memory(bytes));
      MemorySegment target = memory(bytes);
      pair.to.receive(1, 5, EXACT, target, 0, bytes);
      pair.to.send(2, 1, 5, source, 0, bytes, false);
      pair.progressUntil(2, 0);
      assertThat(target.mismatch(source)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 100, 20_000})
  void messages_keep_their_order_where_the_ring_is_full(int bytes) {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment sources = memory((long) MORE_THAN_FIT * bytes);
      MemorySegment target = memory(bytes);
      for (int i = 0; i < MORE_THAN_FIT; i++) {
        sources.set(ValueLayout.JAVA_INT, (long) i * bytes, i);
        pair.from.send(i, 1, 3, sources, (long) i * bytes, bytes, false);
      }
      assertThat(pair.sender.lines.size()).isLessThanOrEqualTo(SharedRegion.SLOTS);
      for (int i = 0; i < MORE_THAN_FIT; i++) {
        pair.to.receive(i, 3, i % 3 == 0 ? 1 : EXACT, target, 0, bytes);
        pair.progressUntil(i + 1, 0);
        assertThat(target.get(ValueLayout.JAVA_INT, 0)).isEqualTo(i);
      }
      pair.progressUntil(MORE_THAN_FIT, MORE_THAN_FIT);
    }
  }

  @Test
  void what_waits_for_a_late_receiver_takes_no_more_than_the_cells() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment data = memory(1000);
      for (int i = 0; i < 3 * SharedRegion.CELL_COUNT; i++) {
        pair.from.send(i, 1, i, data, 0, 1000, false);
      }
      assertThat(pair.sender.lines).hasSize(SharedRegion.CELL_COUNT);
      pair.to.progress();
      pair.from.progress();
      assertThat(pair.sender.lines).hasSize(SharedRegion.CELL_COUNT);
      for (int i = 0; i < 3 * SharedRegion.CELL_COUNT; i++) {
        pair.to.receive(i, i, EXACT, data, 0, 1000);
      }
      pair.progressUntil(3 * SharedRegion.CELL_COUNT, 3 * SharedRegion.CELL_COUNT);
    }
  }

  @Test
  void a_message_goes_to_the_receive_that_was_posted_first_of_those_that_accept_it() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment target = memory(64);
      pair.to.receive(0, 7, EXACT, target, 0, 4);
      pair.to.receive(1, 0, 0, target, 4, 4);
      pair.to.receive(2, 7, EXACT, target, 8, 4);
      pair.to.receive(3, 6, ~1L, target, 12, 4);
      long[] tags = {9, 7, 7, 7};
      for (int i = 0; i < tags.length; i++) {
        pair.from.send(i, 1, tags[i], number(i), 0, 4, false);
      }
      pair.progressUntil(4, 4);
      assertThat(IntStream.range(0, 4).map(i -> target.getAtIndex(ValueLayout.JAVA_INT, i)))
          .containsExactly(1, 0, 2, 3);
    }
  }

  @Test
  void a_receive_takes_the_first_unexpected_message_that_it_accepts() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment target = memory(16);
      for (int i = 0; i < 4; i++) {
        pair.from.send(i, 1, i % 2, number(i), 0, 4, false);
      }
      pair.to.progress();
      pair.to.receive(0, 1, EXACT, target, 0, 4);
      pair.to.receive(1, 0, 0, target, 4, 4);
      pair.to.receive(2, 0, 0, target, 8, 4);
      pair.to.receive(3, 0, EXACT, target, 12, 4);
      assertThat(target.toArray(ValueLayout.JAVA_INT)).startsWith(1, 0, 2);
      assertThat(pair.receiver.lines).hasSize(3);
      pair.from.send(4, 1, 0, number(4), 0, 4, false);
      pair.to.progress();
      assertThat(target.toArray(ValueLayout.JAVA_INT)).containsExactly(1, 0, 2, 4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 32, 33, 16 << 10})
  void a_synchronous_send_is_complete_when_its_receive_was_found(int bytes) {
    try (SharedPair pair = new SharedPair(SMALL)) {
      pair.from.send(1, 1, 0, memory(bytes), 0, bytes, true);
      pair.to.progress();
      pair.from.progress();
      assertThat(pair.sender.lines).isEmpty();
      pair.to.receive(2, 0, EXACT, memory(bytes), 0, bytes);
      pair.from.progress();
      assertThat(pair.sender.lines).hasSize(1);
      assertThat(pair.receiver.lines).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 100, 20_000, 2_000_000})
  void a_receive_that_is_too_small_fails_and_is_not_written_to(int bytes) {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment target = memory(bytes);
      pair.to.receive(1, 0, EXACT, target, 0, bytes - 1);
      pair.from.send(2, 1, 0, memory(bytes).fill((byte) -1), 0, bytes, true);
      pair.progressUntil(1, 1);
      assertThat(pair.receiver.lines).containsExactly("1: TRUNCATED");
      assertThat(target.mismatch(memory(bytes))).isEqualTo(-1);
    }
  }

  @Test
  void a_cancelled_receive_takes_no_message() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      pair.to.receive(1, 0, EXACT, memory(4), 0, 4);
      pair.to.receive(2, 0, 0, memory(4), 0, 4);
      pair.to.receive(3, 0, EXACT, memory(4), 0, 4);
      pair.to.cancel(1);
      pair.to.cancel(1);
      pair.to.cancel(2);
      pair.from.send(4, 1, 0, number(1), 0, 4, false);
      pair.to.progress();
      assertThat(pair.receiver.lines).containsExactly("1: CANCELLED", "2: CANCELLED", "3: 4 bytes");
    }
  }

  @Test
  void memory_that_cannot_be_read_fails_the_transfer_and_not_the_process() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment nowhere = MemorySegment.ofAddress(4096).reinterpret(1 << 20);
      pair.from.send(1, 1, 0, nowhere, 0, 20_000, true);
      pair.from.send(2, 1, 0, nowhere, 0, 1 << 20, false);
      pair.from.send(3, 1, 0, number(5), 0, 4, false);
      pair.to.receive(1, 0, EXACT, memory(20_000), 0, 20_000);
      pair.to.receive(2, 0, EXACT, memory(1 << 20), 0, 1 << 20);
      pair.to.receive(3, 0, EXACT, memory(4), 0, 4);
      pair.progressUntil(3, 3);
      assertThat(pair.receiver.lines).contains("3: 4 bytes");
      for (int transfer = 1; transfer <= 2; transfer++) {
        String beginning = transfer + ": BROKEN: ";
        assertThat(pair.sender.lines).anyMatch(line -> line.startsWith(beginning + "copying"));
        assertThat(pair.receiver.lines)
            .anyMatch(line -> line.startsWith(beginning) && line.contains("rank 0 (process "));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1000, 1 << 20})
  void a_sleeping_rank_is_woken_by_a_message(int bytes) throws InterruptedException {
    try (SharedPair pair = new SharedPair(SMALL)) {
      long began = System.nanoTime();
      Thread waiting =
          Thread.ofPlatform()
              .start(
                  () -> {
                    pair.to.receive(1, 0, EXACT, memory(bytes), 0, bytes);
                    while (pair.receiver.lines.isEmpty()) {
                      if (pair.to.arm()) {
                        pair.to.sleep(100_000_000_000L);
                      }
                      pair.to.progress();
                    }
                  });
      Thread.sleep(20);
      pair.from.send(2, 1, 0, memory(bytes), 0, bytes, false);
      while (pair.sender.lines.isEmpty()) {
        if (pair.from.arm()) {
          pair.from.sleep(100_000_000_000L);
        }
        pair.from.progress();
      }
      waiting.join();
      assertThat(pair.receiver.lines).containsExactly("1: " + bytes + " bytes");
      assertThat(System.nanoTime() - began).as("a whole sleep").isLessThan(50_000_000_000L);
    }
  }

  @Test
  void a_sleep_without_messages_ends_in_time() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      long began = System.nanoTime();
      assertThat(pair.to.arm()).isTrue();
      pair.to.sleep(5_000_000);
      assertThat(System.nanoTime() - began).isBetween(4_000_000L, 60_000_000_000L);
    }
  }

  @Test
  void a_peer_can_be_left_while_another_goes_on_sending() {
    SharedPair.Book book = new SharedPair.Book();
    try (SharedPort rank = new SharedPort(0, 3, book, SMALL);
        SharedPort busy = new SharedPort(1, 3, book, SMALL)) {
      SharedPair.Notes received =
          new SharedPair.Notes() {
            @Override
            public void completed(int transfer, long tag, long bytes) {
              super.completed(transfer, tag, bytes);
              busy.send(1, 0, 0, number(1), 0, 4, false);
            }
          };
      rank.attach(received);
      busy.attach(new SharedPair.Notes());
      IntStream.range(0, 100).forEach(i -> rank.receive(i, 0, EXACT, number(0), 0, 4));
      busy.send(1, 0, 0, number(1), 0, 4, false);
      rank.disconnect(2);
      assertThat(received.lines).containsExactly("0: 4 bytes");
    }
  }
}
