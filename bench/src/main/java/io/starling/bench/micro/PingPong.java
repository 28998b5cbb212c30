package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import java.util.function.LongUnaryOperator;

/** A message from rank 0 to rank 1 and back; half of the round trip counts. */
public record PingPong(Communicator world, Buffer outgoing, Buffer incoming)
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
    for (long i = 0; i < iterations; i++) {
      world.send(outgoing, 1, TAG);
      world.receive(incoming, 1, TAG);
    }
  }

  private void answer(long iterations) {
    for (long i = 0; i < iterations; i++) {
      world.receive(incoming, 0, TAG);
      world.send(outgoing, 0, TAG);
    }
  }
}
