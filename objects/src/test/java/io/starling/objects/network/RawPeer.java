package io.starling.objects.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.network.Handshake.Answer;
import io.starling.objects.network.Handshake.Hello;
import io.starling.objects.protocol.Message;
import io.starling.objects.wire.RecordCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;

/** A client without Starling's loop; the store runs while it waits. */
record RawPeer(SocketChannel channel, Peer store) implements AutoCloseable {

  /** Of the protocol that stores speak. */
  static final long VERSION = new RecordCodec(Message.class).hash() + Frames.FORMAT;

  static RawPeer connect(Peer store) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(Peer.HOST, store.network.port()));
    channel.configureBlocking(false);
    return new RawPeer(channel, store);
  }

  ByteBuffer read(int bytes) throws IOException {
    ByteBuffer input = ByteBuffer.allocate(bytes);
    while (input.hasRemaining()) {
      assertThat(channel.read(input)).isNotNegative();
      store.reactor.poll(1_000_000);
    }
    return input.flip();
  }

  void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
      store.reactor.poll(0);
    }
  }

  /** Opens a proved connection. */
  Answer greet(Hello hello) throws IOException {
    Handshake handshake = new Handshake(Peer.SECRET, VERSION);
    write(handshake.hello(read(Handshake.CHALLENGE_BYTES), hello));
    return handshake.readAnswer(read(Handshake.ANSWER_BYTES));
  }

  boolean isClosed() {
    Peer.run(List.of(store), Duration.ofMillis(5));
    try {
      return channel.read(ByteBuffer.allocate(1000)) < 0;
    } catch (IOException e) {
      return true;
    }
  }

  void awaitClosed() {
    Peer.await(List.of(store), this::isClosed);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
