package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ListeningTest {

  private final Listening listening = new Listening();

  @Test
  void a_listener_that_rests_is_ready_again_after_a_tenth_of_a_second() throws IOException {
    try (Selector selector = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      listener.configureBlocking(false);
      SelectionKey key = listener.register(selector, SelectionKey.OP_ACCEPT);
      try (Socket _ = new Socket(listener.socket().getInetAddress(), port(listener))) {
        assertThat(selector.select(1000)).isEqualTo(1);
        selector.selectedKeys().clear();
        listening.pause(key, 0);
        assertThat(listening.patienceMilliseconds(1000)).isEqualTo(100);
        listening.look(TimeUnit.MILLISECONDS.toNanos(99));
        assertThat(selector.selectNow()).isZero();
        listening.look(TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(selector.select(1000)).isEqualTo(1);
        assertThat(listening.patienceMilliseconds(1000)).isEqualTo(1000);
      }
    }
  }

  private static int port(ServerSocketChannel listener) {
    return listener.socket().getLocalPort();
  }

  @Test
  void a_listener_that_was_closed_does_not_come_back() throws IOException {
    try (Selector selector = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.configureBlocking(false);
      SelectionKey key = listener.register(selector, SelectionKey.OP_ACCEPT);
      listening.pause(key, 0);
      key.cancel();
      listening.look(TimeUnit.SECONDS.toNanos(1));
      assertThat(key.isValid()).isFalse();
    }
  }
}
