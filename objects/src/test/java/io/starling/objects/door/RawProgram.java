package io.starling.objects.door;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A program that says to a store whatever a test wants. */
public final class RawProgram implements AutoCloseable {

  private static final int PROOF_BYTES = 32;

  private final SocketChannel channel;
  private final DoorFile file;
  private final DoorFrames outgoing = new DoorFrames(ToStore.class);
  private final DoorFrames incoming = new DoorFrames(ToClient.class);

  private RawProgram(DoorFile file) throws IOException {
    this.file = file;
    this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(file.socket()));
  }

  /** A program that has said nothing. */
  public static RawProgram stranger(Path file) throws IOException {
    return new RawProgram(DoorFile.read(file));
  }

  /** A program that has proved itself. */
  public static RawProgram known(Path file) throws IOException {
    RawProgram program = stranger(file);
    program.sendBytes(program.hello());
    program.receiveBytes(PROOF_BYTES);
    return program;
  }

  /** The right answer to the challenge of this connection. */
  public ByteBuffer hello() throws IOException {
    return new DoorHandshake(file.secret().bytes())
        .hello(receiveBytes(DoorHandshake.CHALLENGE_BYTES));
  }

  public void send(ToStore... messages) throws IOException {
    for (ToStore message : messages) {
      sendBytes(ByteBuffer.wrap(outgoing.encode(message)));
    }
  }

  public byte[] encode(ToStore message) {
    return outgoing.encode(message);
  }

  public void sendBytes(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Sends what the store takes; a connection that it has closed takes nothing. */
  public void trySend(ByteBuffer bytes) {
    try {
      sendBytes(bytes);
    } catch (IOException e) {
      // The store has closed it.
    }
  }

  /** The next message; null if the store has closed the connection. */
  public ToClient receive() throws IOException {
    ByteBuffer header = receiveBytes(DoorFrames.HEADER);
    return header == null
        ? null
        : (ToClient) incoming.decode(receiveBytes(DoorFrames.length(header)));
  }

  /** The next message of a kind; others before it are skipped. */
  public <T extends ToClient> T receive(Class<T> kind) throws IOException {
    ToClient message = receive();
    while (message != null && !kind.isInstance(message)) {
      message = receive();
    }
    return kind.cast(message);
  }

  /** Reads until the store closes the connection. */
  public void awaitEnd() {
    try {
      ByteBuffer sink = ByteBuffer.allocate(1 << 16);
      int read = 0;
      while (read >= 0) {
        read = channel.read(sink.clear());
      }
    } catch (IOException e) {
      // It was closed with bytes unread.
    }
  }

  private ByteBuffer receiveBytes(int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        return null;
      }
    }
    return bytes.flip();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
