package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.View;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Which stores a network reaches, gives up and refuses. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class TcpReachabilityTest {

  private final Peer low = new Peer(0);
  private final Peer high = new Peer(1);
  private final List<Peer> both = List.of(low, high);

  @AfterEach
  void close() {
    both.forEach(Peer::close);
  }

  private void meetAndConnect() {
    Peer.meet(low, high);
    Peer.await(both, () -> low.network.isConnected(1) && high.network.isConnected(0));
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
  void a_greeting_that_cannot_arrive_says_why() {
    int port = high.network.port();
    high.close();
    low.network.greet(Peer.HOST, port).reply(Peer.message(1));
    Peer.await(List.of(low), () -> !low.lostStrangers.isEmpty());
    assertThat(low.lostStrangers.getFirst()).contains("Connection refused");
  }
}
