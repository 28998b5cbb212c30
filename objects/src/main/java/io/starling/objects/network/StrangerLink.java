package io.starling.objects.network;

import io.starling.objects.protocol.Message;
import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.transfer.Outgoing;
import io.starling.objects.wire.GrowingBuffer;
import io.starling.objects.wire.MalformedFrameException;
import io.starling.objects.wire.RecordCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** The connection to or from a store that is no member: messages only, and only one connection. */
final class StrangerLink implements Stranger, Session, Dial.Outcome {

  private static final Duration LOOK = Duration.ofMillis(10);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Reactor reactor;
  private final RecordCodec codec;
  private final GrowingBuffer scratch;
  private final Strangers strangers;
  private final String host;
  private final OrderedMessages messages = new OrderedMessages();
  private Connection connection;
  private boolean closing;
  private boolean over;

  StrangerLink(
      Reactor reactor, RecordCodec codec, GrowingBuffer scratch, Strangers strangers, String host) {
    this.reactor = reactor;
    this.codec = codec;
    this.scratch = scratch;
    this.strangers = strangers;
    this.host = host;
  }

  void attach(SelectionKey key) {
    connection = new Connection(key, this, reactor, codec, new LinkMeter());
    connection.writeSoon();
  }

  @Override
  public void reply(Message message) {
    if (over || closing) {
      return;
    }
    codec.encode(message, scratch);
    messages.add(0, false, scratch.take());
    if (connection != null) {
      connection.writeSoon();
    }
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public void close() {
    if (!closing) {
      closing = true;
      long end = reactor.deadlines().now() + PATIENCE.toNanos();
      closeWhenSettled(end);
    }
  }

  private void closeWhenSettled(long end) {
    if (over) {
      return;
    }
    if (messages.isSettled() || reactor.deadlines().now() - end >= 0) {
      over = true;
      if (connection != null) {
        connection.close();
      }
    } else {
      reactor.deadlines().after(LOOK, () -> closeWhenSettled(end));
    }
  }

  @Override
  public void onProved(SelectionKey key, Handshake.Answer answer) {
    if (over || answer.verdict() != Handshake.Verdict.WELCOME) {
      Channels.close((SocketChannel) key.channel());
      lose("is not ready: " + answer.verdict());
    } else {
      attach(key);
    }
  }

  @Override
  public void onListening() {
    throw new IllegalStateException("a stranger does not only look");
  }

  @Override
  public void onFailed(IOException reason) {
    lose(reason.getMessage());
  }

  @Override
  public OrderedMessages messages() {
    return messages;
  }

  @Override
  public void onMessage(long view, Message message) {
    if (!closing) {
      strangers.onMessageFromStranger(this, message);
    }
  }

  @Override
  public MemorySegment target(long stream, long length) throws MalformedFrameException {
    throw new MalformedFrameException("sent bytes of a stream, but is no member");
  }

  @Override
  public void onBytes(long stream, long length) {
    throw new IllegalStateException("no bytes have a place here");
  }

  @Override
  public Outgoing nextChunk() {
    return null;
  }

  @Override
  public void onSent(Outgoing chunk) {
    throw new IllegalStateException("no bytes leave from here");
  }

  @Override
  public void onEnd(Connection ended, IOException reason) {
    lose(reason.getMessage());
  }

  private void lose(String reason) {
    if (!over) {
      over = true;
      if (!closing) {
        strangers.onLost(this, "the store on %s %s".formatted(host, reason));
      }
    }
  }
}
