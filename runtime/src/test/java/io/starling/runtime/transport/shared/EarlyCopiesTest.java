package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.EXACT;
import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static io.starling.runtime.transport.shared.SharedPair.fill;
import static io.starling.runtime.transport.shared.SharedPair.memory;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short messages whose receives are late leave their senders' memory. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EarlyCopiesTest {

  private static final int MANY = 500;
  private static final int LOOKS = 1000;
  private static final List<SharedSettings> WAYS = List.of(SMALL, SMALL.withExclusiveCores(false));

  private final Arena arena = Arena.ofAuto();

  private static MemorySegment messages(int count, int bytes) {
    MemorySegment messages = fill(memory((long) count * bytes));
    for (int i = 0; i < count; i++) {
      messages.set(ValueLayout.JAVA_INT_UNALIGNED, (long) i * bytes, i);
    }
    return messages;
  }

  private static void send(SharedPort from, int to, MemorySegment messages, int bytes) {
    for (int i = 0; (long) i * bytes < messages.byteSize(); i++) {
      from.send(i, to, 1, messages, (long) i * bytes, bytes, false);
    }
  }

  /** A message that stays where it is until it is received. */
  private MemorySegment inRegion(SharedPair pair) {
    return pair.from.memory().allocate(2000, arena);
  }

  private static void look(SharedPair pair) {
    for (int i = 0; i < LOOKS; i++) {
      pair.to.progress();
      pair.from.progress();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 100, 2000, 10_000, EarlyCopies.LONGEST})
  void all_sends_end_before_their_receives_and_the_data_is_that_of_the_send(int bytes) {
    for (SharedSettings settings : WAYS) {
      try (SharedPair pair = new SharedPair(settings)) {
        MemorySegment messages = messages(MANY, bytes);
        MemorySegment expected = memory(messages.byteSize()).copyFrom(messages);
        send(pair.from, 1, messages, bytes);
        while (pair.sender.lines.size() < MANY) {
          look(pair);
        }
        messages.fill((byte) 0);
        MemorySegment target = memory(messages.byteSize());
        for (int i = 0; i < MANY; i++) {
          pair.to.receive(i, 1, EXACT, target, (long) i * bytes, bytes);
          pair.progressUntil(i + 1, 0);
        }
        assertThat(target.mismatch(expected)).isEqualTo(-1);
        assertThat(pair.sender.lines).hasSize(MANY).contains("7: " + bytes + " bytes");
      }
    }
  }

  @Test
  void a_rank_that_wants_to_sleep_copies_first() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      send(pair.from, 1, inRegion(pair), 2000);
      assertThat(pair.to.arm()).as("it takes in the message").isFalse();
      assertThat(pair.to.arm()).as("it copies").isFalse();
      pair.from.progress();
      assertThat(pair.sender.lines).containsExactly("0: 2000 bytes");
      assertThat(pair.to.arm()).isTrue();
      pair.to.disarm();
    }
  }

  /** Each is copied alone; to look at all earlier ones each time would take minutes. */
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void a_copy_does_not_look_at_the_earlier_ones() {
    int count = 200_000;
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment message = fill(memory(40));
      for (int i = 0; i < count; i++) {
        pair.from.send(i, 1, 1, message, 0, 40, false);
        pair.to.arm();
        pair.to.arm();
        pair.to.disarm();
        pair.from.progress();
      }
      assertThat(pair.sender.lines).hasSize(count);
    }
  }

  @Test
  void a_rank_that_receives_in_time_copies_nothing_twice() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      send(pair.from, 1, inRegion(pair), 2000);
      for (int i = 0; i < LOOKS; i++) {
        pair.to.receive(i, 2, EXACT, memory(8), 0, 8);
        pair.to.progress();
        pair.from.progress();
      }
      assertThat(pair.sender.lines).isEmpty();
    }
  }

  @Test
  void synchronous_sends_and_long_ones_and_those_of_collectives_wait() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      pair.from.send(0, 1, 1, inRegion(pair), 0, 2000, true);
      pair.from.send(1, 1, 1, memory(8), 0, 8, true);
      pair.from.send(2, 1, Tags.collective(0, 0), inRegion(pair), 0, 2000, false);
      pair.from.send(3, 1, 1, memory(600_000), 0, 600_000, false);
      look(pair);
      assertThat(pair.sender.lines).isEmpty();
    }
  }

  @Test
  void messages_beyond_the_memory_for_copies_wait_until_there_is_room() {
    int most = (int) (EarlyCopies.MOST_BYTES / EarlyCopies.LONGEST);
    int bytes = EarlyCopies.LONGEST;
    int count = most + 100;
    try (SharedPair pair = new SharedPair(new SharedSettings(64 << 20, true, true))) {
      MemorySegment message = fill(memory(bytes));
      for (int i = 0; i < count; i++) {
        pair.from.send(i, 1, 1, message, 0, bytes, false);
      }
      look(pair);
      int ended = pair.sender.lines.size();
      assertThat(ended).isBetween(most, count - 50);
      MemorySegment target = memory(bytes);
      for (int i = 0; i < count; i++) {
        pair.to.receive(i, 1, EXACT, target, 0, bytes);
        pair.progressUntil(i + 1, 0);
      }
      pair.progressUntil(count, count);
      assertThat(target.mismatch(message)).isEqualTo(-1);
    }
  }

  @Test
  void a_copy_outlives_its_sender_and_can_be_probed_removed_and_cut_short() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      MemorySegment messages = messages(3, 2000);
      send(pair.from, 1, messages, 2000);
      look(pair);
      assertThat(pair.sender.lines).hasSize(3);
      pair.to.peerFailed(0);
      MessageInfo found = new MessageInfo();
      assertThat(pair.to.probe(1, EXACT, true, found)).isTrue();
      assertThat(found.bytes()).isEqualTo(2000);
      pair.to.receive(8, 1, EXACT, memory(8), 0, 8);
      MemorySegment target = memory(2000);
      pair.to.receiveMatched(9, found.handle(), target, 0, 2000);
      assertThat(target.mismatch(messages.asSlice(0, 2000))).isEqualTo(-1);
      pair.to.receive(10, 1, EXACT, target, 0, 2000);
      assertThat(target.mismatch(messages.asSlice(4000, 2000))).isEqualTo(-1);
      assertThat(pair.receiver.lines)
          .containsExactly("8: TRUNCATED", "9: 2000 bytes", "10: 2000 bytes");
    }
  }
}
