package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary.PutValue;
import io.starling.objects.protocol.View;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TcpNetworkTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int MB = 1 << 20;

  private final Random random = new Random(SEED);
  private final Peer low = new Peer(0);
  private final Peer high = new Peer(1);
  private final List<Peer> both = List.of(low, high);

  @AfterEach
  void close() {
    both.forEach(Peer::close);
  }

  private byte[] contents(int length) {
    byte[] contents = new byte[length];
    random.nextBytes(contents);
    return contents;
  }

  private void meetAndConnect() {
    Peer.meet(low, high);
    Peer.await(both, () -> low.network.isConnected(1) && high.network.isConnected(0));
  }

  private static List<Long> upTo(long count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @Test
  void messages_wait_for_the_connection_and_arrive_in_order() {
    for (int i = 0; i < 1000; i++) {
      low.network.send(1, 1, Peer.message(i));
      high.network.send(0, 1, Peer.message(i));
    }
    Peer.meet(low, high);
    Peer.await(both, () -> low.numbers(1).size() >= 1000 && high.numbers(0).size() >= 1000);
    assertThat(low.numbers(1)).isEqualTo(upTo(1000));
    assertThat(high.numbers(0)).isEqualTo(upTo(1000));
    assertThat(low.breaks + high.breaks).isZero();
    assertThat(low.errors).isEmpty();
  }

  @Test
  void messages_of_any_size_arrive_as_they_were_sent() {
    Peer.meet(low, high);
    List<byte[]> values =
        IntStream.of(1, 1000, 65_000, 65_535, 70_000, 3 * MB, 10, 20 * MB, 1)
            .mapToObj(this::contents)
            .toList();
    values.forEach(
        value ->
            low.network.send(1, 1, new PutValue(new ObjectId(0, 0), ObjectType.INT8, 1, value)));
    Peer.await(both, () -> high.messages.getOrDefault(0, List.of()).size() == values.size());
    for (int i = 0; i < values.size(); i++) {
      assertThat(((PutValue) high.messages.get(0).get(i)).value()).isEqualTo(values.get(i));
    }
  }

  @Test
  void bytes_of_streams_arrive_between_messages() {
    meetAndConnect();
    byte[] first = contents(5 * MB + 3);
    byte[] second = contents(70_001);
    low.offer(ObjectId.of("first"), first);
    high.offer(ObjectId.of("second"), second);
    Copy there = high.fetch(0, ObjectId.of("first"), first.length);
    Copy back = low.fetch(1, ObjectId.of("second"), second.length);
    for (int i = 0; i < 100; i++) {
      low.network.send(1, 1, Peer.message(i));
    }
    Peer.await(both, () -> there.isComplete() && back.isComplete());
    assertThat(there.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(first);
    assertThat(back.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(second);
    assertThat(high.numbers(0)).isEqualTo(upTo(100));
  }

  @Test
  void bytes_of_a_stream_that_was_stopped_are_for_nothing() {
    meetAndConnect();
    low.offer(ObjectId.of("first"), contents(8 * MB));
    low.offer(ObjectId.of("second"), contents(MB));
    Copy stopped = high.fetch(0, ObjectId.of("first"), 8 * MB);
    Peer.await(both, () -> stopped.watermark() > 0);
    high.streams.stop(1);
    long watermark = stopped.watermark();
    Copy next = high.fetch(0, ObjectId.of("second"), MB);
    Peer.await(both, next::isComplete);
    assertThat(stopped.watermark()).isEqualTo(watermark);
    assertThat(high.errors).isEmpty();
    Peer.await(both, () -> low.streams.serving() == 0);
  }

  @Test
  void messages_arrive_once_and_in_order_however_often_the_connection_is_cut() throws IOException {
    int count = 3000;
    byte[] object = contents(3 * MB);
    try (CuttingProxy proxy = new CuttingProxy(low.network.port(), 200_000, SEED)) {
      View view = new View(1, 2, List.of(new Member(0, Peer.HOST, proxy.port()), high.member()));
      low.network.enter(view);
      high.network.enter(view);
      low.offer(ObjectId.of("object"), object);
      high.offer(ObjectId.of("back"), object);
      Copy there = high.fetch(0, ObjectId.of("object"), object.length);
      Copy back = low.fetch(1, ObjectId.of("back"), object.length);
      for (int i = 0; i < count; i++) {
        low.network.send(1, 1, Peer.message(i));
        high.network.send(0, 1, Peer.message(i));
        if (random.nextInt(20) == 0) {
          both.forEach(peer -> peer.reactor.poll(0));
        }
      }
      Peer.await(
          both,
          () ->
              low.numbers(1).size() >= count
                  && high.numbers(0).size() >= count
                  && there.isComplete()
                  && back.isComplete());
      assertThat(low.numbers(1)).as("seed %d", SEED).isEqualTo(upTo(count));
      assertThat(high.numbers(0)).as("seed %d", SEED).isEqualTo(upTo(count));
      assertThat(there.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(object);
      assertThat(back.memory().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(object);
      assertThat(proxy.cuts()).isGreaterThan(10);
      assertThat(low.errors).as("seed %d", SEED).isEmpty();
      assertThat(high.errors).as("seed %d", SEED).isEmpty();
    }
  }

  @Test
  void a_closed_store_is_unreachable_for_both_sides_after_a_moment() {
    meetAndConnect();
    List<Peer> alone = List.of(low);
    high.close();
    long closed = System.nanoTime();
    Peer.await(alone, () -> !low.unreachable.isEmpty());
    assertThat(System.nanoTime() - closed).isBetween(40_000_000L, 2_000_000_000L);
    assertThat(low.breaks).isEqualTo(1);
    Peer.run(alone, Duration.ofMillis(300));
    assertThat(low.unreachable).as("said once").containsExactly(1);
  }

  @Test
  void the_store_that_dials_hears_of_a_closed_one_too() {
    meetAndConnect();
    low.close();
    Peer.await(List.of(high), () -> !high.unreachable.isEmpty());
    assertThat(high.unreachable).containsExactly(0);
    assertThat(high.breaks).isEqualTo(1);
  }

  @Test
  void a_silent_store_is_unreachable_after_the_time_of_the_options() throws IOException {
    NetworkOptions options =
        new NetworkOptions(Peer.SECRET, Duration.ofMillis(150), Duration.ofSeconds(10), 8);
    try (ServerSocket silent =
            new ServerSocket(0, 50, new InetSocketAddress(Peer.HOST, 0).getAddress());
        Peer peer = new Peer(2, options)) {
      peer.network.enter(
          new View(1, 3, List.of(new Member(0, Peer.HOST, silent.getLocalPort()), peer.member())));
      long began = System.nanoTime();
      Peer.await(List.of(peer), () -> !peer.unreachable.isEmpty());
      assertThat(System.nanoTime() - began).isGreaterThan(140_000_000L);
    }
  }

  @Test
  void a_store_that_left_is_forgotten_and_refused() {
    meetAndConnect();
    low.network.enter(new View(2, 2, List.of(low.member())));
    assertThat(low.network.isConnected(1)).isFalse();
    low.network.send(1, 2, Peer.message(1));
    Peer.await(both, () -> !high.errors.isEmpty());
    assertThat(high.errors.getFirst())
        .startsWith("store 0 (")
        .contains("says that store 1 has left: it was taken for dead; start it again");
    assertThat(low.network.isConnected(1)).isFalse();
    assertThat(high.numbers(0)).isEmpty();
  }

  @Test
  void a_store_that_starts_again_under_the_same_slot_is_refused() {
    meetAndConnect();
    high.close();
    try (Peer again = new Peer(1)) {
      again.network.enter(new View(1, 2, List.of(low.member(), again.member())));
      List<Peer> now = List.of(low, again);
      Peer.await(now, () -> !again.errors.isEmpty());
      assertThat(again.errors.getFirst()).contains("a store that starts again joins as a new one");
      assertThat(again.network.isConnected(0)).isFalse();
    }
  }

  @Test
  void another_store_behind_an_address_is_not_taken_for_the_member() {
    high.network.enter(
        new View(1, 6, List.of(new Member(0, Peer.HOST, low.network.port()), high.member())));
    try (Peer wrong = new Peer(5)) {
      wrong.network.enter(
          new View(1, 6, List.of(new Member(4, Peer.HOST, low.network.port()), wrong.member())));
      Peer.await(List.of(low, wrong), () -> !wrong.errors.isEmpty());
      assertThat(wrong.errors.getFirst())
          .contains("store 4 (")
          .contains("is not there, but store 0 is");
    }
  }

  @Test
  void a_store_without_a_slot_is_tried_again_until_it_has_one() {
    try (Peer late = new Peer(-1)) {
      View view =
          new View(1, 2, List.of(new Member(0, Peer.HOST, late.network.port()), high.member()));
      high.network.enter(view);
      List<Peer> all = List.of(high, late);
      Peer.run(all, Duration.ofMillis(100));
      late.network.start(0, late);
      late.network.enter(view);
      Peer.await(all, () -> high.network.isConnected(0));
      assertThat(high.unreachable).isEmpty();
      assertThat(high.errors).isEmpty();
    }
  }

  @Test
  void a_stranger_and_a_store_exchange_messages() {
    try (Peer newcomer = new Peer(-1)) {
      List<Peer> all = List.of(low, newcomer);
      Stranger way = newcomer.network.greet(Peer.HOST, low.network.port());
      way.reply(Peer.message(1));
      way.reply(Peer.message(2));
      Peer.await(all, () -> low.fromStrangers.size() == 2);
      assertThat(low.fromStrangers).containsExactly(Peer.message(1), Peer.message(2));
      low.stranger.reply(Peer.message(3));
      low.stranger.close();
      Peer.await(all, () -> !newcomer.lostStrangers.isEmpty());
      assertThat(newcomer.fromStrangers).containsExactly(Peer.message(3));
      assertThat(newcomer.lostStrangers.getFirst()).contains("closed the connection");
      assertThat(low.lostStrangers).isEmpty();
    }
  }

  @Test
  void a_greeting_that_cannot_arrive_says_why() {
    int port = high.network.port();
    high.close();
    low.network.greet(Peer.HOST, port).reply(Peer.message(1));
    Peer.await(List.of(low), () -> !low.lostStrangers.isEmpty());
    assertThat(low.lostStrangers.getFirst()).contains("Connection refused");
  }

  @Test
  void an_acknowledgement_comes_without_messages_of_the_other_side() {
    meetAndConnect();
    low.network.send(1, 1, Peer.message(0));
    Peer.await(both, () -> high.numbers(0).size() == 1);
    Peer.run(both, Duration.ofMillis(60));
    low.network.enter(new View(2, 2, List.of(low.member(), high.member())));
    assertThat(low.network.isSettled(1)).isTrue();
  }

  @Test
  void a_stream_that_brings_too_much_costs_the_connection_and_no_more() {
    meetAndConnect();
    Copy small = low.offer(ObjectId.of("object"), contents(100));
    Copy taken = high.fetch(0, ObjectId.of("object"), 100);
    Peer.await(both, taken::isComplete);
    // A fetch of the sender's larger idea of the same object: its 100 bytes do not fit in 10.
    Copy tooSmall = high.fetchLess(0, small, 10);
    Peer.await(both, () -> !high.errors.isEmpty());
    assertThat(high.errors.getFirst()).contains("sent more bytes in stream 2 than its object has");
    assertThat(tooSmall.watermark()).isZero();
    Peer.await(both, () -> high.network.isConnected(0) && low.network.isConnected(1));
  }

  @Test
  void two_stores_cannot_listen_at_one_port() {
    assertThatThrownBy(
            () ->
                new TcpNetwork(
                    new InetSocketAddress(Peer.HOST, low.network.port()),
                    Peer.options(),
                    low.reactor,
                    low,
                    low))
        .isInstanceOf(StarlingException.class)
        .hasMessageContaining("can't listen at")
        .hasMessageContaining("is another one there?");
  }

  @Test
  void a_wait_ends_when_another_thread_wakes_it() {
    Thread waker =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.sleep(50);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  low.reactor.wakeup();
                });
    long began = System.nanoTime();
    low.reactor.poll(10_000_000_000L);
    assertThat(System.nanoTime() - began).isLessThan(5_000_000_000L);
    assertThat(waker).isNotNull();
  }
}
