package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.wire.FrameChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** With a clock that the test moves, and a peer that says nothing unless the test does. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HeartbeatTest {

  private static final long MILLISECOND = 1_000_000;
  private static final long SILENCE = 1000 * MILLISECOND;

  private final Heartbeat heartbeat = new Heartbeat(Duration.ofNanos(SILENCE), 0);
  private Selector selector;
  private SocketChannel peer;
  private StoreConnection store;
  private boolean lost;
  private long now;

  @BeforeEach
  void connect() throws IOException {
    selector = Selector.open();
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      peer = SocketChannel.open(listener.getLocalAddress());
      store = StoreConnection.register(new FrameChannel(listener.accept()), selector, 0);
    }
  }

  @AfterEach
  void close() throws IOException {
    peer.close();
    store.close();
    selector.close();
  }

  /** As the loop of a store does, which sleeps for an interval at most. */
  private void lookUntil(long end) {
    while (now < end) {
      now = Math.min(end, now + heartbeat.intervalMilliseconds() * MILLISECOND);
      look();
    }
  }

  private void look() {
    heartbeat.look(now, List.of(store), (_, _) -> lost = true);
  }

  @Test
  void a_store_is_lost_when_it_was_silent_for_so_long_and_not_an_interval_later() {
    lookUntil(SILENCE / 2);
    assertThat(lost).isFalse();
    lookUntil(SILENCE);
    assertThat(lost).isTrue();
  }

  @Test
  void a_time_in_which_this_process_stood_still_is_held_against_nobody() {
    now = 60 * SILENCE;
    look();
    assertThat(lost).isFalse();
  }

  @Test
  void a_time_in_which_this_process_stood_still_gives_nobody_more_time_later() throws Exception {
    peer.write(ByteBuffer.allocate(1));
    selector.select();
    now = 60 * SILENCE;
    assertThat(store.fill(now)).isTrue();
    look();
    lookUntil(61 * SILENCE);
    assertThat(lost).isTrue();
  }
}
