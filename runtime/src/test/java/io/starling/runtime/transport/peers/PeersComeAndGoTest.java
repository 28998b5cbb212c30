package io.starling.runtime.transport.peers;

import static io.starling.runtime.transport.peers.JoiningRanks.ANY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.TransportException;
import io.starling.runtime.progress.Completions.Failure;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.transport.peers.JoiningRanks.Transfer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PeersComeAndGoTest {

  private static final int CAPACITY = 4;
  private static final int SHORT = 8;
  private static final int CELL = 700;
  private static final int LONG = 300_000;
  private static final int TAG = 5;

  private JoiningRanks ranks;

  private void open(JoiningFabric fabric) {
    ranks = new JoiningRanks(fabric, 2, CAPACITY, 1);
  }

  @AfterEach
  void close() {
    ranks.close();
  }

  private int join() {
    return ranks.join(List.of(0, 1));
  }

  private void end(Transfer transfer) {
    assertThat(ranks.workUntil(() -> transfer.ended)).isTrue();
    assertThat(transfer.failure).isNull();
  }

  /** Rank 0 removes a message; returns its handle. */
  private long removeByProbe(int source) {
    MessageInfo found = new MessageInfo();
    long tag = Tags.pointToPoint(3, source, TAG);
    assertThat(ranks.workUntil(() -> ranks.port(0).probe(tag, Tags.EXACT, true, found))).isTrue();
    return found.handle();
  }

  private void exchange(int source, int target, int bytes) {
    Transfer send = ranks.send(source, target, TAG, 77, bytes, false);
    Transfer receive = ranks.receive(target, source, TAG, bytes);
    end(receive);
    end(send);
    assertThat(receive.number()).isEqualTo(77);
    assertThat(receive.isWhole()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_peer_that_joins_exchanges_messages_with_all(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    assertThat(ranks.port(0).size()).isEqualTo(3);
    assertThat(ranks.port(0).capacity()).isEqualTo(CAPACITY);
    for (int bytes : new int[] {SHORT, CELL, LONG}) {
      exchange(joined, 0, bytes);
      exchange(1, joined, bytes);
      exchange(0, 1, bytes);
    }
  }

  @ParameterizedTest
  @EnumSource
  void messages_and_receives_from_anyone_stay_open_while_a_peer_joins(JoiningFabric fabric) {
    open(fabric);
    Transfer anyone = ranks.receive(0, ANY, TAG, LONG);
    Transfer underWay = ranks.send(1, 0, TAG + 1, 11, LONG, false);
    int joined = join();
    ranks.work();
    assertThat(anyone.ended).isFalse();
    ranks.send(joined, 0, TAG, 12, SHORT, false);
    end(anyone);
    assertThat(anyone.source).isEqualTo(joined);
    assertThat(anyone.number()).isEqualTo(12);
    Transfer late = ranks.receive(0, ANY, TAG + 1, LONG);
    end(late);
    end(underWay);
    assertThat(late.number()).isEqualTo(11);
  }

  @ParameterizedTest
  @EnumSource
  void a_receive_from_anyone_outlives_a_peer_that_leaves(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    exchange(joined, 0, CELL);
    Transfer anyone = ranks.receive(0, ANY, TAG, SHORT);
    Transfer fromIt = ranks.receive(0, joined, TAG, SHORT);
    Transfer fromItWithAnyTag = ranks.receive(0, joined, ANY, SHORT);
    ranks.port(0).disconnect(joined);
    for (Transfer failed :
        List.of(fromIt, fromItWithAnyTag, ranks.receive(0, joined, TAG, SHORT))) {
      assertThat(failed.failure).isEqualTo(Failure.UNREACHABLE);
      assertThat(failed.detail).contains("rank 0 has disconnected rank 2");
    }
    ranks.work();
    assertThat(anyone.ended).isFalse();
    ranks.send(1, 0, TAG, 13, SHORT, false);
    end(anyone);
    assertThat(anyone.source).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void messages_of_a_peer_that_left_are_still_received_in_order(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    Transfer first = ranks.receive(0, joined, TAG, CELL);
    for (int number = 0; number < 4; number++) {
      end(ranks.send(joined, 0, TAG, number, number % 2 == 0 ? SHORT : CELL, false));
    }
    // On threads and in shared memory they have not been looked at yet.
    ranks.arrive(joined, 0);
    ranks.port(0).disconnect(joined);
    ranks.port(joined).disconnect(0);
    ranks.port(joined).close();
    assertThat(first.ended).isTrue();
    assertThat(first.number()).isZero();
    for (int number = 1; number < 4; number++) {
      Transfer next = ranks.receive(0, number == 2 ? ANY : joined, TAG, CELL);
      assertThat(next.failure).isNull();
      assertThat(next.number()).isEqualTo(number);
    }
    assertThat(ranks.receive(0, joined, TAG, CELL).failure).isEqualTo(Failure.UNREACHABLE);
  }

  @ParameterizedTest
  @EnumSource
  void the_first_message_of_a_peer_is_received_after_it_left(JoiningFabric fabric) {
    open(fabric);
    end(ranks.send(1, 0, TAG, 14, CELL, false));
    ranks.arrive(1, 0);
    ranks.port(0).disconnect(1);
    Transfer receive = ranks.receive(0, ANY, TAG, CELL);
    assertThat(receive.failure).isNull();
    assertThat(receive.number()).isEqualTo(14);
  }

  @ParameterizedTest
  @EnumSource
  void a_message_that_a_probe_has_removed_is_received_after_its_sender_left(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    ranks.send(joined, 0, TAG, 9, CELL, false);
    long handle = removeByProbe(joined);
    ranks.work();
    ranks.port(0).disconnect(joined);
    join();
    Transfer receive = ranks.receiveMatched(0, handle, CELL);
    assertThat(receive.ended).isTrue();
    assertThat(receive.number()).isEqualTo(9);
    assertThat(receive.isWhole()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_long_message_that_a_probe_has_removed_arrives_after_its_sender_left(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    exchange(0, joined, SHORT);
    Transfer send = ranks.send(joined, 0, TAG, 15, LONG, false);
    long handle = removeByProbe(joined);
    ranks.port(0).disconnect(joined);
    Transfer receive = ranks.receiveMatched(0, handle, LONG);
    join();
    end(receive);
    end(send);
    assertThat(receive.number()).isEqualTo(15);
    assertThat(receive.isWhole()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_number_is_never_used_again(JoiningFabric fabric) {
    open(fabric);
    int first = join();
    ranks.port(0).disconnect(first);
    assertThatThrownBy(() -> ranks.port(0).connect(first, ranks.address(first)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the next rank that joins is number 3");
    int second = join();
    assertThat(second).isEqualTo(3);
    exchange(second, 0, LONG);
    exchange(first, 1, LONG);
    assertThatThrownBy(() -> ranks.send(0, first, TAG, 1, SHORT, false))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("rank 0 has disconnected rank 2");
    assertThatThrownBy(() -> ranks.port(0).disconnect(first))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("rank 0 has disconnected rank 2");
  }

  @ParameterizedTest
  @EnumSource
  void a_peer_that_has_not_joined_is_refused_with_a_remedy(JoiningFabric fabric) {
    open(fabric);
    assertThatThrownBy(() -> ranks.send(0, 2, TAG, 1, SHORT, false))
        .isInstanceOf(TransportException.class)
        .hasMessageContaining("rank 0 can't reach rank 2, which has not joined")
        .hasMessageContaining("connect it first");
    assertThatThrownBy(() -> ranks.port(0).disconnect(2)).isInstanceOf(TransportException.class);
    assertThatThrownBy(() -> ranks.port(0).disconnect(CAPACITY))
        .isInstanceOf(TransportException.class);
    assertThatThrownBy(() -> ranks.port(0).disconnect(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @EnumSource
  void a_port_without_room_for_a_peer_says_so(JoiningFabric fabric) {
    open(fabric);
    ranks.port(0).disconnect(join());
    join();
    assertThatThrownBy(() -> ranks.port(0).connect(4, ranks.address(3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("room for 4 ranks")
        .hasMessageContaining("larger capacity");
  }

  @ParameterizedTest
  @EnumSource
  void a_peer_with_open_sends_is_kept(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    Transfer send = ranks.send(0, joined, TAG, 21, SHORT, true);
    assertThatThrownBy(() -> ranks.port(0).disconnect(joined))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("1 sends to it are open");
    Transfer receive = ranks.receive(joined, 0, TAG, SHORT);
    end(receive);
    end(send);
    ranks.port(0).disconnect(joined);
  }

  @ParameterizedTest
  @EnumSource
  void messages_keep_their_order_when_a_peer_is_kept(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    exchange(joined, 0, SHORT);
    exchange(0, joined, SHORT);
    Transfer open = ranks.send(0, joined, TAG + 1, 24, SHORT, true);
    Transfer anyone = ranks.receive(0, ANY, TAG, SHORT);
    ranks.send(joined, 0, TAG, 25, SHORT, false);
    ranks.work(joined);
    assertThatThrownBy(() -> ranks.port(0).disconnect(joined))
        .isInstanceOf(IllegalStateException.class);
    Transfer second = ranks.receive(0, joined, TAG, SHORT);
    end(anyone);
    assertThat(anyone.number()).isEqualTo(25);
    assertThat(second.ended).isFalse();
    end(ranks.receive(joined, 0, TAG + 1, SHORT));
    end(open);
  }

  @ParameterizedTest
  @EnumSource
  void a_port_can_be_closed_while_a_message_arrives(JoiningFabric fabric) {
    open(fabric);
    exchange(1, 0, LONG);
    ranks.send(1, 0, TAG, 26, 100 * LONG, false);
    ranks.arrive(1, 0);
    ranks.receive(0, 1, TAG, 100 * LONG);
    ranks.work(0);
    ranks.work(1);
    ranks.port(0).close();
  }

  @ParameterizedTest
  @EnumSource
  void the_failure_of_a_peer_that_joined_ends_the_sends_to_it(JoiningFabric fabric) {
    open(fabric);
    int joined = join();
    exchange(joined, 0, LONG);
    Transfer send = ranks.send(0, joined, TAG, 22, LONG, true);
    Transfer anyone = ranks.receive(0, ANY, TAG, SHORT);
    ranks.port(0).peerFailed(joined);
    if (fabric.has(JoiningFabric.Trait.LEAVES_SENDS_OPEN)) {
      assertThat(send.ended).isFalse();
    } else {
      assertThat(send.failure).isEqualTo(Failure.UNREACHABLE);
    }
    ranks.port(0).disconnect(joined);
    ranks.send(1, 0, TAG, 23, SHORT, false);
    end(anyone);
    assertThat(anyone.number()).isEqualTo(23);
  }
}
