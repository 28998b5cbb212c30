package io.starling.bench.objects.measure;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** As much of the protocol of Redis (RESP 2) as the benchmark needs, over a blocking socket. */
final class RedisClient implements Closeable {

  private static final int HEAD = 64 << 10;

  private final SocketChannel channel;
  private final ByteBuffer input = ByteBuffer.allocateDirect(HEAD).limit(0);

  /** Where large values arrive; grows to the largest. */
  private ByteBuffer value = ByteBuffer.allocateDirect(HEAD);

  RedisClient(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Sends a command, and reads its answer.
   *
   * @param last the last argument, or null
   * @return the bytes of the value; empty for an answer without one
   */
  ByteBuffer call(ByteBuffer last, String... words) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append('*').append(words.length + (last == null ? 0 : 1)).append("\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    if (last == null) {
      write(ascii(text.toString()));
    } else {
      text.append('$').append(last.remaining()).append("\r\n");
      write(ascii(text.toString()), last.duplicate(), ascii("\r\n"));
    }
    return answer();
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void write(ByteBuffer... all) throws IOException {
    while (all[all.length - 1].hasRemaining()) {
      channel.write(all);
    }
  }

  private ByteBuffer answer() throws IOException {
    String line = line();
    return switch (line.charAt(0)) {
      case '+', ':' -> ByteBuffer.allocate(0);
      case '$' -> bulk(Integer.parseInt(line.substring(1)));
      case '*' -> {
        // The name of the list, then the value.
        answer();
        yield answer();
      }
      default -> throw new IOException("redis says: " + line);
    };
  }

  private ByteBuffer bulk(int length) throws IOException {
    if (length < 0) {
      throw new IOException("redis has no such value");
    }
    if (value.capacity() < length + 2) {
      value = ByteBuffer.allocateDirect(length + 2);
    }
    value.clear().limit(length + 2);
    while (input.hasRemaining() && value.hasRemaining()) {
      value.put(input.get());
    }
    while (value.hasRemaining()) {
      if (channel.read(value) < 0) {
        throw new EOFException("redis has ended");
      }
    }
    return value.flip().limit(length);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      if (!input.hasRemaining()) {
        input.clear();
        if (channel.read(input) < 0) {
          throw new EOFException("redis has ended");
        }
        input.flip();
      }
      char next = (char) input.get();
      if (next == '\n') {
        return line.substring(0, line.length() - 1);
      }
      line.append(next);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
