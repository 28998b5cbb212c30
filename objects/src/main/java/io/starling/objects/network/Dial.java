package io.starling.objects.network;

import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;

/**
 * One attempt to reach a store.
 *
 * <pre>
 * CONNECTING --> CHALLENGE --> ANSWER --> proved      each may fail, or take too long
 *     '--- the attempt only looks whether a store listens there
 * </pre>
 */
final class Dial implements Reactor.Handler {

  /** Hears how an attempt ends; one of these, once. */
  interface Outcome {

    /** Both ends have proved themselves. */
    void onProved(SelectionKey key, Handshake.Answer answer);

    /** An attempt that only looks has found somebody listening. */
    void onListening();

    void onFailed(IOException reason);
  }

  private enum State {
    CONNECTING,
    CHALLENGE,
    ANSWER,
    OVER
  }

  private final Reactor reactor;
  private final Handshake handshake;
  private final Handshake.Hello hello;
  private final Outcome outcome;
  private State state = State.CONNECTING;
  private ByteBuffer input;
  private SocketChannel channel;
  private SelectionKey key;

  /**
   * @param hello what is said; null for an attempt that only looks
   */
  Dial(Reactor reactor, Handshake handshake, Handshake.Hello hello, Outcome outcome) {
    this.reactor = reactor;
    this.handshake = handshake;
    this.hello = hello;
    this.outcome = outcome;
  }

  /** Begins; a failure is heard later. */
  void start(InetSocketAddress address, Duration patience) {
    try {
      channel = SocketChannel.open();
      key = reactor.register(channel, SelectionKey.OP_CONNECT, this);
      Channels.prepare(channel);
      if (channel.connect(address)) {
        // No event follows a connection that stands at once.
        reactor.deadlines().after(Duration.ZERO, this::onReady);
      }
      reactor.deadlines().after(patience, () -> expire(patience));
    } catch (IOException | UnresolvedAddressException e) {
      IOException reason =
          e instanceof IOException io ? io : new IOException("has a host name without an address");
      reactor.deadlines().after(Duration.ZERO, () -> fail(reason));
    }
  }

  @Override
  public void onReady() {
    try {
      switch (state) {
        case CONNECTING -> connect();
        case CHALLENGE, ANSWER -> read();
        case OVER -> {}
      }
    } catch (IOException e) {
      fail(e);
    }
  }

  /** Gives the attempt up; its outcome is not heard. */
  @Override
  public void close() {
    state = State.OVER;
    if (channel != null) {
      Channels.close(channel);
    }
  }

  private void connect() throws IOException {
    if (!channel.finishConnect()) {
      return;
    }
    if (hello == null) {
      close();
      outcome.onListening();
      return;
    }
    expect(State.CHALLENGE, Handshake.CHALLENGE_BYTES);
    key.interestOps(SelectionKey.OP_READ);
  }

  private void read() throws IOException {
    if (channel.read(input) < 0) {
      throw new EOFException("closed the connection in the handshake");
    }
    if (input.hasRemaining()) {
      return;
    }
    input.flip();
    if (state == State.CHALLENGE) {
      Channels.writeAll(channel, handshake.hello(input, hello));
      expect(State.ANSWER, Handshake.ANSWER_BYTES);
    } else {
      Handshake.Answer answer = handshake.readAnswer(input);
      state = State.OVER;
      outcome.onProved(key, answer);
    }
  }

  private void expect(State next, int bytes) {
    state = next;
    input = ByteBuffer.allocate(bytes);
  }

  private void expire(Duration patience) {
    if (state != State.OVER) {
      fail(new SocketTimeoutException("did not answer within " + patience.toMillis() + " ms"));
    }
  }

  private void fail(IOException reason) {
    if (state != State.OVER) {
      close();
      outcome.onFailed(reason);
    }
  }
}
