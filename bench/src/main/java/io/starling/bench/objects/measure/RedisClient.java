package io.starling.bench.objects.measure;

import static io.starling.bench.objects.measure.LineSocket.ascii;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** As much of the protocol of Redis (RESP 2) as the benchmark needs, over a blocking socket. */
final class RedisClient implements Closeable {

  private static final int HEAD = 64 << 10;

  private final LineSocket socket;

  /** Where large values arrive; grows to the largest. */
  private ByteBuffer value = ByteBuffer.allocateDirect(HEAD);

  RedisClient(SocketChannel channel) {
    socket = new LineSocket(channel, HEAD);
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
      socket.write(ascii(text.toString()));
    } else {
      text.append('$').append(last.remaining()).append("\r\n");
      socket.write(ascii(text.toString()), last.duplicate(), ascii("\r\n"));
    }
    return answer();
  }

  private ByteBuffer answer() throws IOException {
    String line = socket.line();
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
    socket.read(value);
    return value.flip().limit(length);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
