package io.starling.objects.client;

import io.starling.objects.StoreLostException;
import io.starling.objects.door.DoorFile;
import io.starling.objects.door.DoorFrames;
import io.starling.objects.door.DoorHandshake;
import io.starling.objects.door.ToStore;
import io.starling.objects.wire.MalformedFrameException;
import io.starling.runtime.net.Hmac;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * The connection to the store process of this host: any thread writes, and whose turn it is reads.
 *
 * <pre>
 *   program --send--> kernel --> store          program <-- Calls <-- ReadingTurns <-- kernel
 * </pre>
 *
 * <p>The socket does not block: an interrupt of a thread that writes to a blocking one would close
 * it for all.
 */
final class SocketWire implements Wire {

  /** How long a program rests that writes faster than the store reads. */
  private static final Duration FULL = Duration.ofNanos(50_000);

  private final DoorFile file;
  private final Calls calls;
  private final SocketChannel channel;
  private final Selector selector;
  private final DoorFrames outgoing = new DoorFrames(ToStore.class);
  private final ReadingTurns turns;

  /**
   * Connects.
   *
   * @throws StoreLostException if there is no store, or it refuses this program
   */
  SocketWire(DoorFile file, Calls calls) {
    this.file = file;
    this.calls = calls;
    try {
      channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      selector = Selector.open();
    } catch (IOException e) {
      throw new StoreLostException("a socket can't be opened: " + e.getMessage(), e);
    }
    try {
      channel.connect(UnixDomainSocketAddress.of(file.socket()));
      greet();
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      turns = new ReadingTurns(new SocketReader(channel, selector), calls, this::onEnd);
    } catch (IOException | IllegalArgumentException e) {
      closeChannel();
      throw new StoreLostException(
          "the store of %s (process %d, socket %s) does not let this program in: it %s"
              .formatted(file.host(), file.process(), file.socket(), words(e)),
          e);
    }
  }

  private static String words(Exception reason) {
    return reason instanceof IOException && !(reason instanceof EOFException)
        ? "is gone (%s); start it again, or remove its file".formatted(reason.getMessage())
        : reason.getMessage();
  }

  /** Begins to read. */
  void start() {
    turns.start();
  }

  @Override
  public void await(Future<?> answer, long nanoseconds) {
    turns.await(answer, nanoseconds);
  }

  @Override
  public void letOthersRead() {
    turns.letOthersRead();
  }

  private void onEnd(Throwable reason) {
    calls.onLost(
        switch (reason) {
          case MalformedFrameException _ ->
              "the store of %s %s".formatted(file.host(), reason.getMessage());
          case IOException _, ClosedSelectorException _ ->
              "the store of %s has ended; 'starling objects serve' starts one"
                  .formatted(file.host());
          default -> "the connection to the store of %s failed: %s".formatted(file.host(), reason);
        });
    closeChannel();
  }

  private void greet() throws IOException {
    DoorHandshake handshake = new DoorHandshake(file.secret().bytes());
    writeAll(handshake.hello(readAll(DoorHandshake.CHALLENGE_BYTES)));
    byte[] proof = new byte[Hmac.BYTES];
    readAll(proof.length).get(proof);
    if (!handshake.isProved(proof)) {
      throw new EOFException("has another secret than " + file.socket().getParent() + " says");
    }
  }

  @Override
  public void send(ToStore message) {
    synchronized (outgoing) {
      try {
        writeAll(ByteBuffer.wrap(outgoing.encode(message)));
      } catch (IOException e) {
        // Who reads hears of it too, and tells all calls.
        closeChannel();
      }
    }
  }

  @Override
  public void close() {
    closeChannel();
  }

  private ByteBuffer readAll(int bytes) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(bytes);
    while (all.hasRemaining()) {
      if (channel.read(all) < 0) {
        throw new EOFException(
            "refused it: the store may belong to another user, or its notes say why");
      }
    }
    return all.flip();
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        LockSupport.parkNanos(FULL.toNanos());
      }
    }
  }

  private void closeChannel() {
    try {
      channel.close();
      selector.close();
    } catch (IOException e) {
      calls.onLost("the connection to the store can't be closed: " + e.getMessage());
    }
  }
}
