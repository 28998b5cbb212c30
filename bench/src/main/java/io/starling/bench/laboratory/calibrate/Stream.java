package io.starling.bench.laboratory.calibrate;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;

/**
 * The segments of a message from rank 0 to rank 1, again and again, some under way at a time; in
 * the end rank 1 answers.
 */
final class Stream implements java.util.function.LongUnaryOperator {

  private static final int TAG = 11;

  /** As many as the trees have. */
  private static final int SENDS = 4;

  private static final int RECEIVES = 8;

  private final Communicator world;
  private final Buffer[] segments;
  private final Request[] window;
  private final Buffer answer = Buffer.of(new byte[1]);

  /** The message's length is a multiple of the segment's. */
  Stream(Communicator world, Buffer message, int segment) {
    this.world = world;
    segments = new Buffer[(int) (message.count() / segment)];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = message.slice((long) i * segment, segment);
    }
    window = new Request[world.rank() == 0 ? SENDS : RECEIVES];
  }

  /** How many segments a turn has. */
  int segments() {
    return segments.length;
  }

  @Override
  public long applyAsLong(long turns) {
    long begin = System.nanoTime();
    for (long turn = 0; turn < turns; turn++) {
      for (int i = 0; i < segments.length; i++) {
        int slot = (int) ((turn * segments.length + i) % window.length);
        await(slot);
        window[slot] =
            world.rank() == 0
                ? world.iSend(segments[i], 1, TAG)
                : world.iReceive(segments[i], 0, TAG);
      }
    }
    for (int slot = 0; slot < window.length; slot++) {
      await(slot);
    }
    if (world.rank() == 0) {
      world.receive(answer, 1, TAG);
    } else {
      world.send(answer, 0, TAG);
    }
    return System.nanoTime() - begin;
  }

  private void await(int slot) {
    if (window[slot] != null) {
      window[slot].await();
      window[slot] = null;
    }
  }
}
