package io.starling.objects.client;

import io.starling.objects.door.DoorFrames;
import io.starling.objects.door.ToClient;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Takes messages from a socket that does not block. One thread at a time uses it. */
final class SocketReader {

  private static final int USUAL = 128 << 10;

  /** A short answer comes within this many looks, and spares the thread a sleep. */
  private static final int LOOKS = 20;

  private final SocketChannel channel;
  private final Selector selector;
  private final DoorFrames frames = new DoorFrames(ToClient.class);
  private ByteBuffer input = ByteBuffer.allocateDirect(USUAL).limit(0);

  /**
   * @param selector for the channel alone
   */
  SocketReader(SocketChannel channel, Selector selector) {
    this.channel = channel;
    this.selector = selector;
  }

  /**
   * Hands messages on until it is enough, the time is over, or the thread is interrupted.
   *
   * @param enough asked after each message, and when a sleep ends without one
   * @throws IOException if the connection has ended
   */
  void read(Consumer<ToClient> target, BooleanSupplier enough, long nanoseconds)
      throws IOException {
    long end = System.nanoTime() + nanoseconds;
    while (!enough.getAsBoolean()) {
      if (has(DoorFrames.HEADER) && has(DoorFrames.HEADER + DoorFrames.length(input))) {
        target.accept(next());
      } else if (!fill(end)) {
        return;
      }
    }
  }

  private boolean has(int bytes) {
    return input.remaining() >= bytes;
  }

  private ToClient next() throws IOException {
    int end = input.position() + DoorFrames.HEADER + DoorFrames.length(input);
    int limit = input.limit();
    input.position(input.position() + DoorFrames.HEADER).limit(end);
    ToClient message = (ToClient) frames.decode(input);
    input.limit(limit).position(end);
    return message;
  }

  /** Waits for bytes, or for the end of a sleep; returns false if there is no more to wait for. */
  private boolean fill(long end) throws IOException {
    makeRoom();
    try {
      for (int i = 0; i < LOOKS; i++) {
        int read = channel.read(input);
        if (read < 0) {
          throw new EOFException("ended");
        } else if (read > 0) {
          return true;
        }
        Thread.onSpinWait();
      }
    } finally {
      input.flip();
    }
    long left = end - System.nanoTime();
    if (left <= 0) {
      return false;
    }
    selector.select(TimeUnit.NANOSECONDS.toMillis(left) + 1);
    return !Thread.currentThread().isInterrupted();
  }

  private void makeRoom() throws IOException {
    int needed =
        has(DoorFrames.HEADER) ? DoorFrames.HEADER + DoorFrames.length(input) : DoorFrames.HEADER;
    if (input.capacity() < needed) {
      input = ByteBuffer.allocateDirect(needed).put(input);
    } else {
      input.compact();
    }
  }
}
