package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;

/**
 * A message from rank 0 to rank 1 and back; half of the round trip counts.
 *
 * <pre>
 * rank 0   send | note   receive  send | note   receive  send | note
 * message        \____        ____/    \____        ____/    \____
 * rank 1              receive, send          receive, send
 *               |------ one time -----|------ one time -----|
 * </pre>
 *
 * <p>Rank 0 reads the clock and notes the time while a message is on its way, so that a round trip
 * does not wait for it.
 *
 * @param times gets half of each round trip at rank 0, in nanoseconds
 */
public record PingPong(Communicator world, Buffer outgoing, Buffer incoming, Histogram times)
    implements LongUnaryOperator {

  private static final int TAG = 7;

  @Override
  public long applyAsLong(long iterations) {
    long start = System.nanoTime();
    switch (world.rank()) {
      case 0 -> serve(iterations);
      case 1 -> answer(iterations);
      default -> {
        return 0;
      }
    }
    return (System.nanoTime() - start) / 2;
  }

  private void serve(long iterations) {
    long start = System.nanoTime();
    long first = start;
    long before = start;
    for (long i = 0; i < iterations; i++) {
      world.send(outgoing, 1, TAG);
      long sent = System.nanoTime();
      if (i == 0) {
        first = sent;
      } else {
        times.recordValue((sent - before) / 2);
      }
      before = sent;
      world.receive(incoming, 1, TAG);
    }
    // The first send and the last flight make one more round trip.
    times.recordValue((first - start + System.nanoTime() - before) / 2);
  }

  private void answer(long iterations) {
    for (long i = 0; i < iterations; i++) {
      world.receive(incoming, 0, TAG);
      world.send(outgoing, 0, TAG);
    }
  }
}
