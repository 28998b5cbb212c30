package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.EXACT;
import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static io.starling.runtime.transport.shared.SharedPair.STAGED;
import static io.starling.runtime.transport.shared.SharedPair.fill;
import static io.starling.runtime.transport.shared.SharedPair.memory;
import static io.starling.runtime.transport.shared.SharedPair.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.progress.MessageInfo;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However many sends wait for their receives, they hold back nothing else. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ManyOpenSendsTest {

  private static final int MANY = 3000;
  private static final List<SharedSettings> WAYS =
      List.of(SMALL, STAGED, SMALL.withExclusiveCores(false));

  /** Posts sends with the tag 1, each with its number at its beginning. */
  private static void sendMany(SharedPort port, int peer, int bytes, boolean synchronous) {
    MemorySegment data = memory((long) MANY * bytes);
    for (int i = 0; i < MANY; i++) {
      data.set(ValueLayout.JAVA_INT, (long) i * bytes, i);
      port.send(i, peer, 1, data, (long) i * bytes, bytes, synchronous);
    }
  }

  @ParameterizedTest
  @CsvSource({"1600, false", "400, false", "20000, false", "4, true", "100, true"})
  void a_message_behind_them_is_received_before_them(int bytes, boolean synchronous) {
    for (SharedSettings settings : WAYS) {
      try (SharedPair pair = new SharedPair(settings)) {
        sendMany(pair.from, 1, bytes, synchronous);
        pair.from.send(MANY, 1, 2, number(77), 0, Integer.BYTES, false);
        MemorySegment behind = memory(Integer.BYTES);
        pair.to.receive(MANY, 2, EXACT, behind, 0, Integer.BYTES);
        pair.progressUntil(1, 0);
        assertThat(behind.get(ValueLayout.JAVA_INT, 0)).isEqualTo(77);

        MemorySegment target = memory(bytes);
        for (int i = 0; i < MANY; i++) {
          assertNextIs(pair.to, i, bytes);
          pair.to.receive(i, 1, i % 2 == 0 ? EXACT : 0, target, 0, bytes);
          pair.progressUntil(i + 2, 0);
          assertThat(target.get(ValueLayout.JAVA_INT, 0)).isEqualTo(i);
        }
        pair.progressUntil(MANY + 1, MANY + 1);
        assertThat(pair.sender.lines).contains("7: " + bytes + " bytes").doesNotHaveDuplicates();
      }
    }
  }

  private static void assertNextIs(SharedPort port, int number, int bytes) {
    MessageInfo found = new MessageInfo();
    assertThat(port.probe(0, 0, false, found)).as("message %d", number).isTrue();
    assertThat(found.tag()).isEqualTo(1);
    assertThat(found.bytes()).isEqualTo(bytes);
  }

  @Test
  void a_message_to_another_rank_and_one_to_itself_go_past_them() {
    SharedPair.Book book = new SharedPair.Book();
    try (SharedPair pair = new SharedPair(SMALL, book)) {
      sendMany(pair.from, 1, 1600, false);
      for (int i = 0; i < MANY; i++) {
        pair.to.progress();
        pair.from.progress();
      }
      int sent = pair.sender.lines.size();
      MemorySegment source = fill(memory(1600));
      MemorySegment target = memory(1600);
      pair.from.receive(MANY, 3, EXACT, target, 0, 1600);
      pair.from.send(MANY + 1, 0, 3, source, 0, 1600, false);
      pair.progressUntil(0, sent + 2);
      assertThat(target.mismatch(source)).isEqualTo(-1);
    }
  }

  @Test
  void both_ranks_may_have_them_at_once() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      sendMany(pair.from, 1, 1600, false);
      sendMany(pair.to, 0, 1600, false);
      MemorySegment target = memory(1600);
      for (int i = 0; i < MANY; i++) {
        pair.from.receive(MANY + i, 1, EXACT, target, 0, 1600);
        pair.to.receive(MANY + i, 1, EXACT, target, 0, 1600);
      }
      pair.progressUntil(2 * MANY, 2 * MANY);
      assertThat(pair.sender.lines).doesNotHaveDuplicates();
      assertThat(pair.receiver.lines).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void more_long_messages_than_are_copied_at_once_all_arrive(boolean receivesFirst) {
    int messages = 3 * LongReceives.MOST_OF_A_PEER;
    int bytes = 200_000;
    for (SharedSettings settings : WAYS) {
      try (SharedPair pair = new SharedPair(settings)) {
        MemorySegment source = fill(memory((long) messages * bytes));
        MemorySegment target = memory(source.byteSize());
        if (receivesFirst) {
          receive(pair.to, target, messages, bytes);
        }
        for (int i = 0; i < messages; i++) {
          pair.from.send(i, 1, 1, source, (long) i * bytes, bytes, false);
        }
        pair.to.progress();
        if (!receivesFirst) {
          receive(pair.to, target, messages, bytes);
        }
        pair.progressUntil(messages, messages);
        assertThat(target.mismatch(source)).isEqualTo(-1);
      }
    }
  }

  private static void receive(SharedPort port, MemorySegment target, int messages, int bytes) {
    for (int i = 0; i < messages; i++) {
      port.receive(i, 1, EXACT, target, (long) i * bytes, bytes);
    }
  }

  @Test
  void a_message_goes_over_a_stage_also_where_the_heap_is_full() {
    int bytes = 2_000_000;
    try (SharedPair pair = new SharedPair(new SharedSettings(0, false, true))) {
      MemorySegment source = fill(memory(bytes));
      MemorySegment[] targets = {memory(bytes), memory(bytes)};
      for (int i = 0; i < targets.length; i++) {
        pair.from.send(i, 1, 1, source, 0, bytes, false);
        pair.to.receive(i, 1, EXACT, targets[i], 0, bytes);
      }
      pair.progressUntil(targets.length, targets.length);
      for (MemorySegment target : targets) {
        assertThat(target.mismatch(source)).isEqualTo(-1);
      }
    }
  }

  @Test
  void one_more_than_there_may_be_fails_with_a_reason_and_the_next_is_sent() {
    try (SharedPair pair = new SharedPair(new SharedSettings(0, true, true, 3, false, false))) {
      for (int i = 0; i < 4; i++) {
        pair.from.send(i, 1, 1, memory(600_000), 0, 600_000, false);
      }
      assertThat(pair.sender.lines)
          .singleElement()
          .asString()
          .startsWith("3: BROKEN: 3 sends over shared memory wait for their receives")
          .contains("which is the limit", "wait for some");
      pair.from.send(4, 1, 2, number(5), 0, Integer.BYTES, false);
      pair.to.receive(0, 2, EXACT, memory(4), 0, 4);
      pair.to.receive(1, 1, EXACT, memory(600_000), 0, 600_000);
      pair.progressUntil(2, 3);
      pair.from.send(5, 1, 1, memory(600_000), 0, 600_000, false);
      assertThat(pair.sender.lines).hasSize(3);
    }
  }

  @Test
  void all_of_them_end_where_their_peer_fails_and_what_it_says_later_is_not_heard() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      sendMany(pair.from, 1, 1600, true);
      pair.to.progress();
      pair.from.peerFailed(1);
      assertThat(pair.sender.lines)
          .hasSize(MANY)
          .allMatch(line -> line.contains("UNREACHABLE: copying"));
      pair.from.send(MANY, 0, 5, memory(1600), 0, 1600, true);
      pair.to.receive(0, 1, EXACT, memory(1600), 0, 1600);
      pair.from.progress();
      assertThat(pair.sender.lines).hasSize(MANY);
      pair.from.receive(MANY + 1, 5, EXACT, memory(1600), 0, 1600);
      pair.from.progress();
      assertThat(pair.sender.lines)
          .endsWith(MANY + 1 + ": 1600 bytes", MANY + ": 1600 bytes")
          .hasSize(MANY + 2);
    }
  }

  @Test
  void long_receives_that_wait_for_their_turn_end_where_their_sender_fails() {
    int messages = 2 * LongReceives.MOST_OF_A_PEER;
    int bytes = 600_000;
    try (SharedPair pair = new SharedPair(STAGED)) {
      for (int i = 0; i < messages; i++) {
        pair.from.send(i, 1, 1, memory(bytes), 0, bytes, false);
      }
      receive(pair.to, memory((long) messages * bytes), messages, bytes);
      pair.to.progress();
      pair.to.progress();
      assertThat(pair.receiver.lines).isEmpty();
      pair.to.peerFailed(0);
      assertThat(pair.receiver.lines)
          .hasSize(messages)
          .allMatch(line -> line.contains("UNREACHABLE"));
    }
  }

  @ParameterizedTest
  @CsvSource({"100000, 1000000", "524288, 100000", "524288, 1000000"})
  void a_long_message_is_received_before_one_on_the_stage(int first, int second) {
    for (SharedSettings settings : WAYS) {
      try (SharedPair pair = new SharedPair(settings)) {
        MemorySegment source = fill(memory(second));
        pair.from.send(1, 1, 1, fill(memory(first)), 0, first, false);
        pair.from.send(2, 1, 2, source, 0, second, false);
        MemorySegment target = memory(second);
        pair.to.receive(3, 2, EXACT, target, 0, second);
        pair.progressUntil(1, 0);
        assertThat(target.mismatch(source)).isEqualTo(-1);
      }
    }
  }
}
