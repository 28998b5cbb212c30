package io.starling.objects.client;

import io.starling.objects.StoreLostException;
import io.starling.objects.door.DoorFile;
import io.starling.objects.door.DoorHandshake;
import io.starling.objects.door.ToStore;
import io.starling.objects.wire.MalformedFrameException;
import io.starling.runtime.net.Hmac;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

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

  private final DoorFile file;
  private final Calls calls;
  private final SocketChannel channel;
  private final Selector selector;
  private final SocketWriter writer;
  private final ReadingTurns turns;

  /**
   * Connects.
   *
   * @param path of the file
   * @param patience how long the store may take to let the program in
   * @throws StoreLostException if there is no store, or it refuses this program
   */
  SocketWire(DoorFile file, Path path, Duration patience, Calls calls) {
    this.file = file;
    this.calls = calls;
    try {
      channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      selector = Selector.open();
    } catch (IOException e) {
      throw new StoreLostException("a socket can't be opened: " + e.getMessage(), e);
    }
    writer = new SocketWriter(channel, this::closeChannel);
    CompletableFuture<Void> greeted = new CompletableFuture<>();
    try {
      var _ =
          greeted
              .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
              .whenComplete(
                  (nothing, late) -> {
                    if (late != null) {
                      closeChannel();
                    }
                  });
      channel.connect(UnixDomainSocketAddress.of(file.socket()));
      greet();
      if (!greeted.complete(null)) {
        throw new AsynchronousCloseException();
      }
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      turns = new ReadingTurns(new SocketReader(channel, selector), calls, this::onEnd);
    } catch (IOException | IllegalArgumentException e) {
      greeted.complete(null);
      closeChannel();
      throw failure(path, patience, e);
    }
  }

  private RuntimeException failure(Path path, Duration patience, Exception reason) {
    if (reason instanceof ClosedByInterruptException) {
      return new CancellationException("the thread was interrupted while it connected to a store");
    }
    String store =
        "the store of %s (process %d, file %s)".formatted(file.host(), file.process(), path);
    String words =
        switch (reason) {
          case AsynchronousCloseException _ ->
              " has not answered for %s s: it is stopped, or very busy; 'kill -CONT %d' lets a stopped one go on, 'kill -KILL %d' ends it"
                  .formatted(seconds(patience), file.process(), file.process());
          case EOFException _ -> " does not let this program in: it " + reason.getMessage();
          case IOException _ ->
              " is gone: nothing listens at %s (%s); start it again, or remove the file"
                  .formatted(file.socket(), reason.getMessage());
          default -> " does not let this program in: it " + reason.getMessage();
        };
    return new StoreLostException(store + words, reason);
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toMillis(), 3).stripTrailingZeros().toPlainString();
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
    // If the connection has ended, who reads hears of it too, and tells all calls.
    writer.send(message);
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
            "closed the connection: it has just ended, or belongs to another user, or its output"
                + " says why");
      }
    }
    return all.flip();
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
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
