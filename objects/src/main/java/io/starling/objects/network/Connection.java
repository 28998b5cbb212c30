package io.starling.objects.network;

import io.starling.objects.reactor.Channels;
import io.starling.objects.reactor.Reactor;
import io.starling.objects.wire.RecordCodec;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * A connection whose both ends have proved themselves.
 *
 * <pre>
 *   kernel --> FrameReader --> session --> FrameWriter --> kernel
 * </pre>
 *
 * <p>Invariant: it ends once; after its end it touches neither channel nor session.
 */
final class Connection implements Reactor.Handler, Reactor.Writer {

  /** The peer hears after this time what has arrived, even if nothing is sent to it. */
  private static final Duration ACKNOWLEDGEMENT = Duration.ofMillis(20);

  private final SocketChannel channel;
  private final SelectionKey key;
  private final Session session;
  private final Reactor reactor;
  private final FrameReader reader;
  private final FrameWriter writer;
  private final FullTime fullTime;
  private boolean writesSoon;
  private boolean acknowledgesSoon;

  /**
   * @param key of the channel, which belongs to this connection from now on
   */
  Connection(
      SelectionKey key, Session session, Reactor reactor, RecordCodec codec, LinkMeter meter) {
    this.key = key;
    this.channel = (SocketChannel) key.channel();
    this.session = session;
    this.reactor = reactor;
    this.reader = new FrameReader(channel, session, codec);
    this.writer = new FrameWriter(channel, session);
    this.fullTime = new FullTime(meter);
    key.attach(this);
    key.interestOps(SelectionKey.OP_READ);
  }

  /** Whether any frame has come. */
  boolean isUseful() {
    return reader.frames() > 0;
  }

  /** The session has something to send. */
  void writeSoon() {
    if (!writesSoon && key.isValid() && !waitsForKernel()) {
      writesSoon = true;
      reactor.writeSoon(this);
    }
  }

  @Override
  public void onReady() {
    if (key.isReadable()) {
      read();
    }
    if (key.isValid() && key.isWritable()) {
      write();
    }
  }

  @Override
  public void write() {
    writesSoon = false;
    if (!channel.isOpen()) {
      return;
    }
    try {
      long before = writer.written();
      FrameWriter.Result result = writer.write();
      boolean full = result == FrameWriter.Result.FULL;
      if (full || waitsForKernel()) {
        fullTime.onWrite(writer.written() - before, full, reactor.deadlines().now());
      }
      if (full != waitsForKernel()) {
        key.interestOps(full ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
      }
      if (result == FrameWriter.Result.MORE) {
        writeSoon();
      }
    } catch (IOException e) {
      end(e);
    }
  }

  /** Ends the connection; the session does not hear of it. */
  @Override
  public void close() {
    Channels.close(channel);
  }

  private void read() {
    try {
      reader.read();
    } catch (IOException e) {
      end(e);
      return;
    }
    OrderedMessages messages = session.messages();
    if (messages.owesNow()) {
      writeSoon();
    } else if (messages.owes() && !acknowledgesSoon) {
      acknowledgesSoon = true;
      reactor.deadlines().after(ACKNOWLEDGEMENT, this::acknowledge);
    }
  }

  private void acknowledge() {
    acknowledgesSoon = false;
    if (channel.isOpen() && session.messages().owes()) {
      session.messages().demand();
      writeSoon();
    }
  }

  private void end(IOException reason) {
    close();
    session.onEnd(this, reason);
  }

  private boolean waitsForKernel() {
    return (key.interestOps() & SelectionKey.OP_WRITE) != 0;
  }
}
