package io.starling.bench.objects.measure;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A blocking socket of a protocol with lines of text and bytes between them. */
final class LineSocket implements Closeable {

  private final SocketChannel channel;
  private final ByteBuffer input;

  /**
   * Takes over a channel.
   *
   * @param room the most bytes that are read at once
   */
  LineSocket(SocketChannel channel, int room) {
    this.channel = channel;
    input = ByteBuffer.allocateDirect(room).limit(0);
  }

  static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  void write(ByteBuffer... all) throws IOException {
    while (all[all.length - 1].hasRemaining()) {
      channel.write(all);
    }
  }

  /** The next line, without its end. */
  String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      char next = (char) input().get();
      if (next == '\n') {
        return line.substring(0, line.length() - 1);
      }
      line.append(next);
    }
  }

  /** What has been read and not taken; at least a byte. */
  ByteBuffer input() throws IOException {
    if (!input.hasRemaining()) {
      input.clear();
      fill(input);
      input.flip();
    }
    return input;
  }

  /** Takes as many bytes as there is room for. */
  void read(ByteBuffer into) throws IOException {
    while (input.hasRemaining() && into.hasRemaining()) {
      into.put(input.get());
    }
    while (into.hasRemaining()) {
      fill(into);
    }
  }

  private void fill(ByteBuffer into) throws IOException {
    if (channel.read(into) < 0) {
      throw new EOFException("the server has ended");
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
