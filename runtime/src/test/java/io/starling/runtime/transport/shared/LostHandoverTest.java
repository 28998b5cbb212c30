package io.starling.runtime.transport.shared;

import static io.starling.runtime.transport.shared.SharedPair.SMALL;
import static io.starling.runtime.transport.shared.SharedPair.STAGED;
import static io.starling.runtime.transport.shared.SharedPair.memory;
import static io.starling.runtime.transport.shared.SharedPair.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.os.Linux;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.routing.RoutingPort;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer fails while it has something to do with a message. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LostHandoverTest {

  private static final int BYTES = 4 << 20;

  /** How the ranks reach each other. */
  enum Way {
    BARE,
    /** Behind a port that has another way to other hosts. */
    ROUTED;

    Port to(SharedPort near, SharedPair.Notes notes) {
      if (this == BARE) {
        return near;
      }
      Port routing = new RoutingPort(near, new LocalFabric(2).port(near.rank()), _ -> true);
      routing.attach(notes);
      return routing;
    }
  }

  @ParameterizedTest
  @CsvSource({"BARE, false", "BARE, true", "ROUTED, false", "ROUTED, true"})
  void a_send_that_its_receiver_never_finished_ends(Way way, boolean staged) {
    try (SharedPair pair = new SharedPair(staged ? STAGED : SMALL)) {
      Port from = way.to(pair.from, pair.sender);
      Port to = way.to(pair.to, pair.receiver);
      to.receive(7, 1, SharedPair.EXACT, memory(BYTES), 0, BYTES);
      from.send(3, 1, 1, memory(BYTES), 0, BYTES, false);
      to.progress();
      from.progress();
      assertThat(pair.sender.lines).isEmpty();
      from.peerFailed(1);
      assertThat(pair.sender.lines).singleElement().asString().startsWith("3: UNREACHABLE");
      from.peerFailed(1);
      from.progress();
      assertThat(pair.sender.lines).hasSize(1);
    }
  }

  /** A receive from any source waits in the port with two ways until a message is there. */
  @ParameterizedTest
  @CsvSource({
    "BARE, false, -1",
    "BARE, true, -1",
    "ROUTED, false, -1",
    "ROUTED, true, -1",
    "ROUTED, false, 1",
    "ROUTED, true, 1"
  })
  void a_receive_whose_sender_never_finished_ends(Way way, boolean staged, long mask) {
    try (SharedPair pair = new SharedPair(staged ? STAGED : SMALL)) {
      Port to = way.to(pair.to, pair.receiver);
      to.receive(7, 1, mask, memory(BYTES), 0, BYTES);
      pair.from.send(3, 1, 1, memory(BYTES), 0, BYTES, false);
      to.progress();
      assertThat(pair.receiver.lines).isEmpty();
      to.peerFailed(0);
      assertThat(pair.receiver.lines).singleElement().asString().startsWith("7: UNREACHABLE");
    }
  }

  /** The message lies in the ring, which can be read, and its data in memory that can't. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_message_is_taken_from_the_ring_after_its_sender_has_failed(boolean posted) {
    try (SharedPair pair = new SharedPair(STAGED)) {
      pair.from.send(3, 1, 1, memory(BYTES), 0, BYTES, false);
      pair.to.peerFailed(0);
      if (!posted) {
        pair.to.progress();
      }
      pair.to.receive(7, 1, SharedPair.EXACT, memory(BYTES), 0, BYTES);
      pair.to.progress();
      assertThat(pair.receiver.lines).singleElement().asString().startsWith("7: UNREACHABLE");
    }
  }

  @Test
  void a_message_that_a_probe_has_removed_is_received_after_its_sender_has_failed() {
    try (SharedPair pair = new SharedPair(STAGED)) {
      pair.from.send(3, 1, 1, memory(BYTES), 0, BYTES, false);
      pair.to.progress();
      MessageInfo found = new MessageInfo();
      assertThat(pair.to.probe(1, SharedPair.EXACT, true, found)).isTrue();
      pair.to.peerFailed(0);
      pair.to.receiveMatched(7, found.handle(), memory(BYTES), 0, BYTES);
      assertThat(pair.receiver.lines).singleElement().asString().startsWith("7: UNREACHABLE");
    }
  }

  @Test
  void sends_that_wait_for_room_end_too() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      for (int i = 0; i < SharedRegion.SLOTS + 3; i++) {
        pair.from.send(i, 1, 1, number(i), 0, Integer.BYTES, false);
      }
      assertThat(pair.sender.lines).hasSize(SharedRegion.SLOTS);
      pair.from.peerFailed(1);
      assertThat(pair.sender.lines).hasSize(SharedRegion.SLOTS + 3);
      assertThat(pair.sender.lines.getLast()).contains("UNREACHABLE");
    }
  }

  @Test
  void a_message_that_lies_in_the_memory_of_the_failed_is_found_no_more() {
    try (SharedPair pair = new SharedPair(SMALL)) {
      pair.from.send(3, 1, 1, memory(BYTES), 0, BYTES, false);
      pair.from.send(4, 1, 2, number(9), 0, Integer.BYTES, false);
      pair.to.progress();
      pair.to.peerFailed(0);
      MessageInfo found = new MessageInfo();
      assertThat(pair.to.probe(1, SharedPair.EXACT, false, found)).isFalse();
      assertThat(pair.to.probe(2, SharedPair.EXACT, false, found)).isTrue();
    }
  }

  @Test
  void a_slot_of_the_failed_is_skipped_and_one_of_the_living_never() {
    SharedRegion region = SharedRegion.create(0, 1, SMALL, new Linux(Arena.ofAuto()));
    try {
      IncomingRing incoming = new IncomingRing(region.base());
      OutgoingRing outgoing = new OutgoingRing(region.base());
      StuckSlot stuck = new StuckSlot(incoming);
      assertThat(outgoing.claim(1)).isNotZero();
      long line = outgoing.claim(2);
      stuck.watch(1);
      assertThat(stuck.skip(0)).isTrue();
      assertThat(incoming.poll()).isZero();
      assertThat(stuck.skip(1)).isFalse();
      assertThat(stuck.skip(9_000_000_000L)).isFalse();
      outgoing.publish(line, MessageLine.INLINE, 2);
      assertThat(incoming.poll()).isEqualTo(line);
    } finally {
      region.close();
    }
  }

  @Test
  void a_slot_of_nobody_knows_whom_is_skipped_after_a_second() {
    SharedRegion region = SharedRegion.create(0, 1, SMALL, new Linux(Arena.ofAuto()));
    try {
      IncomingRing incoming = new IncomingRing(region.base());
      OutgoingRing outgoing = new OutgoingRing(region.base());
      StuckSlot stuck = new StuckSlot(incoming);
      long unsaid = outgoing.claim(1);
      Words.release(unsaid, 0);
      long line = outgoing.claim(2);
      outgoing.publish(line, MessageLine.INLINE, 2);
      stuck.watch(3);
      assertThat(stuck.skip(0)).isFalse();
      assertThat(stuck.skip(900_000_000L)).isFalse();
      assertThat(stuck.skip(1_100_000_000L)).isTrue();
      assertThat(incoming.poll()).isEqualTo(line);
      assertThat(stuck.skip(1_200_000_000L)).isFalse();
      incoming.free();
      assertThat(stuck.skip(9_000_000_000L)).isFalse();
    } finally {
      region.close();
    }
  }
}
