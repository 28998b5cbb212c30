package io.starling.objects.network;

import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.wire.MalformedFrameException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * The handshake with a peer that connects; until its end the peer is a stranger with one small
 * buffer.
 */
final class Greeting implements Reactor.Handler {

  private final SocketChannel channel;
  private final Handshake handshake;
  private final Entrance entrance;
  private final Admission admission;
  private final long began;
  private final ByteBuffer input = ByteBuffer.allocate(Handshake.HELLO_BYTES);
  private SelectionKey key;

  Greeting(
      SocketChannel channel,
      Handshake handshake,
      Entrance entrance,
      Admission admission,
      long began) {
    this.channel = channel;
    this.handshake = handshake;
    this.entrance = entrance;
    this.admission = admission;
    this.began = began;
  }

  /** When the peer has connected. */
  long began() {
    return began;
  }

  void start(Reactor reactor) {
    try {
      key = reactor.register(channel, SelectionKey.OP_READ, this);
      Channels.prepare(channel);
      Channels.writeAll(channel, handshake.challenge());
    } catch (IOException e) {
      close();
    }
  }

  @Override
  public void onReady() {
    try {
      if (channel.read(input) < 0) {
        throw new EOFException("closed the connection");
      }
      if (!input.hasRemaining()) {
        finish(handshake.verify(input.flip()));
      }
    } catch (HandshakeException e) {
      refuse(e);
    } catch (MalformedFrameException e) {
      blame(e);
    } catch (IOException e) {
      close();
    }
  }

  @Override
  public void close() {
    entrance.forget(this);
    Channels.close(channel);
  }

  private void refuse(HandshakeException reason) {
    try {
      Channels.writeAll(channel, Handshake.disbelief());
    } catch (IOException ignored) {
      // The peer does not wait for it.
    }
    blame(reason);
  }

  private void blame(IOException reason) {
    String peer = Channels.peer(channel);
    close();
    admission.onUnprovedError("a store on %s %s".formatted(peer, reason.getMessage()));
  }

  private void finish(Handshake.Hello hello) throws IOException {
    Handshake.Answer answer = admission.answer(hello);
    Channels.writeAll(channel, handshake.answer(answer));
    if (answer.verdict() == Handshake.Verdict.WELCOME) {
      entrance.forget(this);
      admission.admit(hello, key);
    } else {
      close();
    }
  }
}
