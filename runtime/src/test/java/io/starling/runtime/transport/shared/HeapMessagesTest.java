package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.EXACT;
import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static io.starling.runtime.transport.shared.SharedPair.STAGED;
import static io.starling.runtime.transport.shared.SharedPair.fill;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages from and to Java arrays, which a peer can neither read nor write. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HeapMessagesTest {

  private static final int LONG = 3_000_001;
  private static final int MEDIUM = 100_000;

  /** Too little for a message that waits, enough for one that moves. */
  private static final SharedSettings CROWDED = new SharedSettings(4 * Chunks.BYTES, true, true);

  private static final SharedSettings WITHOUT_HEAP = new SharedSettings(0, true, true);

  private static MemorySegment array(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }

  private static MemorySegment filled(int bytes) {
    return fill(array(bytes));
  }

  private static void assertSame(MemorySegment target, MemorySegment expected) {
    assertThat(target.mismatch(expected)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1000, MEDIUM, LONG})
  void arrays_of_any_type_are_sent_from_and_received_at_an_offset(int bytes) {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment source = fill(MemorySegment.ofArray(new double[bytes / 8 + 2]));
      MemorySegment target = MemorySegment.ofArray(new short[bytes / 2 + 3]);
      pair.from.send(1, 1, 5, source, 3, bytes, false);
      pair.to.receive(2, 5, EXACT, target, 5, bytes);
      pair.progressUntil(1, 1);
      assertSame(target.asSlice(5, bytes), source.asSlice(3, bytes));
      assertThat(target.asSlice(0, 5).mismatch(array(5))).isEqualTo(-1);
    }
  }

  @Test
  void once_posted_a_long_message_needs_its_sender_no_more() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment source = filled(LONG);
      MemorySegment target = array(LONG);
      pair.from.send(1, 1, 5, source, 0, LONG, false);
      pair.to.receive(2, 5, EXACT, target, 0, LONG);
      while (pair.receiver.lines.isEmpty()) {
        pair.to.progress();
      }
      assertSame(target, source);
      pair.progressUntil(1, 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, MEDIUM, LONG})
  void messages_that_wait_for_a_late_receiver_keep_their_order_and_their_data(int bytes) {
    int messages = bytes == LONG ? 5 : 3 * SharedRegion.CELL_COUNT;
    try (SharedPair pair = new SharedPair(SMALL)) {
      for (int i = 0; i < messages; i++) {
        MemorySegment source = array(bytes).fill((byte) i);
        pair.from.send(i, 1, 5, source, 0, bytes, false);
        if (pair.sender.lines.contains(i + ": " + bytes + " bytes")) {
          // What is complete may be written again.
          source.fill((byte) -1);
        }
      }
      pair.to.progress();
      pair.from.progress();
      // A send of more than the cells and the stage hold waits for its receiver.
      assertThat(pair.sender.lines).hasSizeLessThan(messages);
      MemorySegment target = array(bytes);
      for (int i = 0; i < messages; i++) {
        pair.to.receive(i, 5, EXACT, target, 0, bytes);
        pair.progressUntil(i + 1, 0);
        assertSame(target, array(bytes).fill((byte) i));
      }
      pair.progressUntil(messages, messages);
    }
  }

  @Test
  void a_long_message_passes_through_few_chunks() {
    try (SharedPair pair = new SharedPair(CROWDED)) {
      MemorySegment source = filled(LONG);
      MemorySegment target = array(LONG);
      for (int i = 1; i <= 3; i++) {
        pair.from.send(i, 1, i, source, 0, LONG, false);
      }
      for (int i = 3; i >= 1; i--) {
        pair.to.receive(i, i, EXACT, target.fill((byte) 0), 0, LONG);
        pair.progressUntil(4 - i, 4 - i);
        assertSame(target, source);
      }
    }
  }

  @Test
  void without_room_in_the_region_a_message_goes_through_other_memory() {
    try (SharedPair pair = new SharedPair(WITHOUT_HEAP)) {
      MemorySegment source = filled(LONG);
      MemorySegment target = array(LONG);
      for (int i = 0; i < 3; i++) {
        pair.from.send(i, 1, 5, source, 0, LONG, false);
        pair.to.receive(i, 5, EXACT, target.fill((byte) 0), 0, LONG);
        pair.progressUntil(i + 1, i + 1);
        assertSame(target, source);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1000, MEDIUM, LONG})
  void a_synchronous_send_is_complete_when_its_receive_was_found(int bytes) {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment source = filled(bytes);
      MemorySegment target = array(bytes);
      pair.from.send(1, 1, 5, source, 0, bytes, true);
      pair.to.progress();
      pair.from.progress();
      assertThat(pair.sender.lines).isEmpty();
      pair.to.receive(2, 5, EXACT, target, 0, bytes);
      pair.progressUntil(1, 1);
      assertSame(target, source);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1000, MEDIUM, LONG})
  void an_array_that_is_too_short_is_not_written_to_and_the_next_message_arrives(int bytes) {
    for (SharedSettings settings : List.of(SMALL, CROWDED, STAGED)) {
      try (SharedPair pair = new SharedPair(settings)) {
        MemorySegment source = filled(bytes);
        MemorySegment target = array(bytes);
        pair.to.receive(1, 5, EXACT, target, 0, bytes - 1);
        for (int i = 1; i <= 2; i++) {
          pair.from.send(i, 1, 5, source, 0, bytes, false);
        }
        pair.progressUntil(1, 1);
        assertThat(pair.receiver.lines).containsExactly("1: TRUNCATED");
        assertSame(target, array(bytes));
        pair.to.receive(2, 5, EXACT, target, 0, bytes);
        pair.progressUntil(2, 2);
        assertSame(target, source);
      }
    }
  }

  @Test
  void a_cancelled_receive_takes_nothing_and_forgets_its_array() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment cancelled = array(MEDIUM);
      MemorySegment source = filled(MEDIUM);
      MemorySegment target = array(MEDIUM);
      pair.to.receive(1, 5, EXACT, cancelled, 0, MEDIUM);
      pair.to.cancel(1);
      pair.from.send(1, 1, 5, source, 0, MEDIUM, false);
      pair.to.receive(2, 5, EXACT, target, 0, MEDIUM);
      pair.progressUntil(2, 1);
      assertThat(pair.receiver.lines).startsWith("1: CANCELLED");
      assertSame(cancelled, array(MEDIUM));
      assertSame(target, source);
    }
  }

  @Test
  void a_message_outlives_its_sender_if_all_of_it_is_in_chunks() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment source = filled(LONG);
      MemorySegment target = array(LONG);
      pair.from.send(1, 1, 5, source, 0, LONG, false);
      pair.to.progress();
      pair.to.peerFailed(0);
      pair.to.receive(1, 5, EXACT, target, 0, LONG);
      while (pair.receiver.lines.isEmpty()) {
        pair.to.progress();
      }
      assertThat(pair.receiver.lines).containsExactly("1: " + LONG + " bytes");
      assertSame(target, source);
    }
  }

  @Test
  void a_message_that_is_only_half_in_chunks_ends_with_its_sender() {
    try (SharedPair pair = new SharedPair(CROWDED)) {
      pair.to.receive(1, 5, EXACT, array(LONG), 0, LONG);
      pair.from.send(1, 1, 5, filled(LONG), 0, LONG, false);
      pair.to.progress();
      pair.to.peerFailed(0);
      while (pair.receiver.lines.isEmpty()) {
        pair.to.progress();
      }
      assertThat(pair.receiver.lines.getFirst()).startsWith("1: UNREACHABLE");
    }
  }

  @Test
  void a_send_whose_receiver_has_ended_fails_and_its_chunks_serve_others() {
    try (SharedPair pair = new SharedPair(CROWDED)) {
      pair.from.send(1, 1, 5, filled(LONG), 0, LONG, false);
      pair.from.peerFailed(1);
      assertThat(pair.sender.lines).hasSize(1).first().asString().startsWith("1: UNREACHABLE");
      MemorySegment source = filled(LONG);
      MemorySegment target = array(LONG);
      pair.from.send(2, 0, 5, source, 0, LONG, false);
      pair.from.receive(3, 5, EXACT, target, 0, LONG);
      while (pair.sender.lines.size() < 3) {
        pair.from.progress();
      }
      assertSame(target, source);
    }
  }

  /** Arrays that are new for each message, so that the collector moves them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_garbage_collector_may_run_during_messages(boolean exclusiveCores) throws Exception {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    AtomicBoolean over = new AtomicBoolean();
    Thread collector =
        Thread.ofPlatform()
            .start(
                () -> {
                  List<byte[]> garbage = new ArrayList<>();
                  while (!over.get()) {
                    garbage.add(new byte[200_000]);
                    if (garbage.size() == 20) {
                      garbage.clear();
                      System.gc();
                    }
                  }
                });
    try (SharedPair pair = new SharedPair(SMALL.withExclusiveCores(exclusiveCores))) {
      int messages = 300;
      Thread sending =
          Thread.ofPlatform()
              .start(
                  () -> {
                    SplittableRandom random = new SplittableRandom(seed);
                    for (int i = 0; i < messages && !over.get(); i++) {
                      int bytes = length(random);
                      MemorySegment source = numbered(bytes, i);
                      pair.from.send(i, 1, 5, source, 0, bytes, false);
                      while (pair.sender.lines.size() <= i && !over.get()) {
                        pair.from.progress();
                      }
                      source.fill((byte) -1);
                    }
                    // The receiver may still need this rank's help, as at the end of any program.
                    while (!over.get()) {
                      pair.from.progress();
                    }
                  });
      try {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < messages; i++) {
          int bytes = length(random);
          MemorySegment target = array(bytes);
          pair.to.receive(i, 5, EXACT, target, 0, bytes);
          while (pair.receiver.lines.size() <= i) {
            pair.to.progress();
          }
          assertThat(target.mismatch(numbered(bytes, i)))
              .as("message %d of %d bytes, seed %d", i, bytes, seed)
              .isEqualTo(-1);
        }
      } finally {
        over.set(true);
        sending.join();
      }
    } finally {
      over.set(true);
      collector.join();
    }
  }

  /** Bytes that differ between messages, and between the chunks of one. */
  private static MemorySegment numbered(int bytes, int number) {
    MemorySegment array = filled(bytes);
    for (long at = 0; at < bytes; at += 1000) {
      array.set(ValueLayout.JAVA_BYTE, at, (byte) (number + at / 1000));
    }
    return array;
  }

  private static int length(SplittableRandom random) {
    return random.nextInt(1 << random.nextInt(1, 22));
  }
}
