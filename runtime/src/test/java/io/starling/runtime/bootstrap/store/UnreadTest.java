package io.starling.runtime.bootstrap.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameChannel;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a store keeps for a peer that does not read. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnreadTest {

  private static final Frame VALUE = megabyte(FrameType.VALUE);
  private static final Frame TABLE = megabyte(FrameType.TABLE);
  private static final Frame EXCHANGE = megabyte(FrameType.EXCHANGE);

  private ServerSocket listener;
  private Selector selector;
  private FrameChannel channel;
  private StoreConnection connection;
  private Socket peer;

  private static Frame megabyte(FrameType type) {
    return new Frame(type, 0, "large", new byte[Frame.MAXIMUM_VALUE]);
  }

  @BeforeEach
  void connect_to_a_peer_that_does_not_read() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    selector = Selector.open();
    channel = new FrameChannel(SocketChannel.open(listener.getLocalSocketAddress()));
    peer = listener.accept();
    connection = StoreConnection.register(channel, selector, System.nanoTime());
  }

  @AfterEach
  void close_all() throws IOException {
    connection.close();
    selector.close();
    peer.close();
    listener.close();
  }

  private void offer(Frame frame, int times) {
    for (int i = 0; i < times; i++) {
      connection.offer(frame);
    }
  }

  private boolean isDropped() {
    return channel.socket().socket().isInputShutdown();
  }

  private static long inSeconds(int seconds) {
    return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void a_rank_that_leaves_many_values_unread_is_dropped() {
    connection.admit(new Handshake.Peer(0, Role.JOIN));
    offer(VALUE, 16);
    assertThat(isDropped()).isFalse();
    offer(VALUE, 16);
    assertThat(isDropped()).isTrue();
  }

  @Test
  void the_store_above_may_be_slow_to_read_what_many_ranks_have_brought() throws IOException {
    connection.trustAsParent();
    offer(EXCHANGE, 100);
    assertThat(isDropped()).isFalse();
    DataInputStream in = new DataInputStream(peer.getInputStream());
    for (int i = 0; i < 100; i++) {
      in.skipNBytes(in.readInt());
      connection.flush();
    }
    assertThat(connection.unsent()).isLessThan(100L << 20);
    assertThat(isDropped()).isFalse();
  }

  @Test
  void a_rank_that_reads_nothing_of_its_tables_for_a_minute_is_dropped() throws IOException {
    connection.admit(new Handshake.Peer(0, Role.JOIN));
    offer(TABLE, 32);
    assertThat(isDropped()).isFalse();
    assertThat(connection.hasStalled(inSeconds(50))).isFalse();
    assertThat(connection.hasStalled(inSeconds(70))).isTrue();
  }

  @Test
  void a_rank_that_has_read_all_may_be_silent_for_ever() throws IOException {
    connection.admit(new Handshake.Peer(0, Role.JOIN));
    offer(TABLE, 8);
    DataInputStream in = new DataInputStream(peer.getInputStream());
    while (connection.unsent() > 0) {
      in.skipNBytes(Math.max(1, in.available()));
      connection.flush();
    }
    assertThat(connection.hasStalled(inSeconds(10_000))).isFalse();
  }

  @Test
  void members_are_not_read_while_too_much_waits_to_go_up() throws Exception {
    try (StoreTree tree = new StoreTree(1);
        CutWire wire = new CutWire(tree.root.jobFile())) {
      AgentStore agent = tree.agent(1, wire.jobFile(), 0);
      assertThat(tree.heard.take()).isEqualTo("joined 1");
      try (RawClient rank = new RawClient(agent.jobFile()).join(0, Role.JOIN)) {
        wire.cut();
        Thread sending = Thread.ofVirtual().unstarted(() -> putOften(rank, 64));
        sending.start();
        assertThat(sending.join(Duration.ofMillis(700))).isFalse();
        assertThat(agent.unsent()).isBetween(4L << 20, 8L << 20);
        wire.mend();
        assertThat(sending.join(StoreTree.LONG)).isTrue();
        rank.send(Frame.of(FrameType.GET, 1, "large"));
        assertThat(rank.receive().value()).hasSize(Frame.MAXIMUM_VALUE);
      }
    }
  }

  private static void putOften(RawClient rank, int times) {
    try {
      for (int i = 0; i < times; i++) {
        rank.send(megabyte(FrameType.PUT));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
