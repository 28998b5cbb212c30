package io.starling.objects.client;

import io.starling.objects.door.DoorFrames;
import io.starling.objects.door.ToStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/**
 * Gives messages to a socket that does not block. Any thread uses it.
 *
 * <pre>
 *   send ---> [ queue ] ---> kernel       full: the thread waits
 *                 '--- interrupted: it leaves, and another thread sends what is left
 * </pre>
 *
 * <p>Invariant: a message is sent whole and in its turn, whatever becomes of its thread.
 */
final class SocketWriter {

  /** How long a program rests that writes faster than the store reads. */
  private static final Duration FULL = Duration.ofNanos(50_000);

  /** The same where no program waits. */
  private static final Duration LEFT = Duration.ofMillis(5);

  private final SocketChannel channel;
  private final Runnable onBroken;
  private final DoorFrames frames = new DoorFrames(ToStore.class);
  private final Queue<ByteBuffer> queue = new ArrayDeque<>();
  private boolean draining;

  /**
   * @param onBroken hears that the connection has ended, on any thread, and may hear so again
   */
  SocketWriter(SocketChannel channel, Runnable onBroken) {
    this.channel = channel;
    this.onBroken = onBroken;
  }

  /** Sends a message, and waits while the socket is full; an interrupt ends only the wait. */
  void send(ToStore message) {
    try {
      ByteBuffer frame = add(message);
      while (isLeft(frame)) {
        if (Thread.currentThread().isInterrupted()) {
          leave();
          return;
        }
        LockSupport.parkNanos(FULL.toNanos());
      }
    } catch (IOException e) {
      onBroken.run();
    }
  }

  private synchronized ByteBuffer add(ToStore message) {
    ByteBuffer frame = ByteBuffer.wrap(frames.encode(message));
    queue.add(frame);
    return frame;
  }

  /** Sends what can be sent now; returns whether some of a frame is left. */
  private synchronized boolean isLeft(ByteBuffer frame) throws IOException {
    while (frame.hasRemaining()) {
      ByteBuffer first = queue.element();
      if (channel.write(first) == 0) {
        return true;
      }
      if (!first.hasRemaining()) {
        queue.remove();
      }
    }
    return false;
  }

  private synchronized void leave() {
    if (!draining) {
      draining = true;
      Thread.ofVirtual().name("starling-objects-left").start(this::drain);
    }
  }

  private void drain() {
    try {
      for (ByteBuffer first = first(); first != null; first = first()) {
        while (isLeft(first)) {
          LockSupport.parkNanos(LEFT.toNanos());
        }
      }
    } catch (IOException e) {
      onBroken.run();
    }
  }

  /** The first frame that is left, or null. */
  private synchronized ByteBuffer first() {
    draining = !queue.isEmpty();
    return queue.peek();
  }
}
