package io.starling.bench.micro;

import io.starling.bench.report.Latencies;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.function.IntConsumer;
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
 * @param send sends a message to a rank
 * @param receive receives one from a rank
 * @param times gets half of each round trip at rank 0, in nanoseconds
 */
public record PingPong(Communicator world, IntConsumer send, IntConsumer receive, Histogram times)
    implements LongUnaryOperator {

  private static final int TAG = 7;

  /** Messages of bytes, from a buffer and into another. */
  public static PingPong ofBuffers(
      Communicator world, Buffer outgoing, Buffer incoming, Histogram times) {
    return new PingPong(
        world,
        peer -> world.send(outgoing, peer, TAG),
        peer -> world.receive(incoming, peer, TAG),
        times);
  }

  /** An array, of which the receiver makes a new one each time. */
  static PingPong ofArrays(Communicator world, double[] array) {
    return new PingPong(
        world,
        peer -> world.send(array, peer, TAG),
        peer -> world.receive(new double[array.length], peer, TAG),
        Latencies.histogram());
  }

  /** An object, of which the receiver makes a new one each time. */
  static PingPong ofObjects(Communicator world, Object value) {
    return new PingPong(
        world,
        peer -> world.sendObject(value, peer, TAG),
        peer -> world.receiveObject(peer, TAG),
        Latencies.histogram());
  }

  /** One round trip, without a clock. */
  void once() {
    switch (world.rank()) {
      case 0 -> {
        send.accept(1);
        receive.accept(1);
      }
      case 1 -> answer(1);
      default -> {}
    }
  }

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
      send.accept(1);
      long sent = System.nanoTime();
      if (i == 0) {
        first = sent;
      } else {
        times.recordValue((sent - before) / 2);
      }
      before = sent;
      receive.accept(1);
    }
    // The first send and the last flight make one more round trip.
    times.recordValue((first - start + System.nanoTime() - before) / 2);
  }

  private void answer(long iterations) {
    for (long i = 0; i < iterations; i++) {
      receive.accept(0);
      send.accept(0);
    }
  }
}
