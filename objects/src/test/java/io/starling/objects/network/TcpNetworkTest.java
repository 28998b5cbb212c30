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
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What arrives over the connections of two stores, and wakes them. */
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
  void a_wait_ends_when_another_thread_wakes_it() throws InterruptedException {
    long began = System.nanoTime();
    Thread waiting = Thread.ofPlatform().start(() -> low.reactor.poll(10_000_000_000L));
    while (!isIn(waiting, "select")) {
      assertThat(waiting.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    low.reactor.wakeup();
    waiting.join();
    assertThat(System.nanoTime() - began).isLessThan(5_000_000_000L);
  }

  private static boolean isIn(Thread thread, String method) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }
}
