package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/** A client of a store that may say what it likes. */
final class RawClient implements AutoCloseable {

  private static final int PATIENCE_MILLISECONDS = 20_000;

  final Socket socket;
  private final byte[] secret;
  private final DataInputStream in;

  RawClient(JobFile job) throws IOException {
    socket = new Socket(job.host(), job.port());
    socket.setSoTimeout(PATIENCE_MILLISECONDS);
    secret = job.secretBytes();
    in = new DataInputStream(socket.getInputStream());
  }

  Frame receive() throws IOException {
    byte[] body = new byte[Frame.checkedLength(in.readInt(), Frame.MAXIMUM)];
    in.readFully(body);
    return Frame.decode(ByteBuffer.wrap(body));
  }

  void send(Frame frame) throws IOException {
    send(bytes(frame));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  static byte[] bytes(Frame frame) {
    ByteBuffer encoded = frame.encode();
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }

  /** The right answer to a challenge. */
  Frame hello(Frame challenge, int number, Role role) {
    byte[] nonce = Handshake.nonce();
    byte[] proof =
        Handshake.proof(secret, "starling client", challenge.value(), nonce, role, number, 0);
    byte[] both = ByteBuffer.allocate(nonce.length + proof.length).put(nonce).put(proof).array();
    return new Frame(FrameType.HELLO, number, role.name(), both);
  }

  /** Becomes a member. */
  RawClient join(int number, Role role) throws IOException {
    send(hello(receive(), number, role));
    Frame answer = receive();
    if (answer.type() != FrameType.WELCOME) {
      throw new IOException("refused: " + answer.name());
    }
    return this;
  }

  /** Waits until the store has closed the connection. */
  void awaitEnd() throws IOException {
    try {
      in.skipNBytes(Long.MAX_VALUE);
    } catch (EOFException | SocketException e) {
      // It has.
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
