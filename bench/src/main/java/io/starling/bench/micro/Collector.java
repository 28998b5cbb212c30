package io.starling.bench.micro;

import io.starling.bench.report.Statistics;
import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.runtime.Buffer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Brings what each rank has measured to rank 0. */
record Collector(Communicator world) {

  private static final int TAG = 8;

  /** At rank 0 of the first so many ranks; elsewhere only of the own figure. */
  Statistics collect(double own, int ranks) {
    double[] figures = figures(own, ranks);
    return world.rank() == 0 ? Statistics.of(figures) : Statistics.of(own);
  }

  /** What all ranks have noted, at rank 0; elsewhere only what the own has. */
  Histogram merge(Histogram own) {
    ByteBuffer encoded = ByteBuffer.allocate(own.getNeededByteBufferCapacity());
    int length = own.encodeIntoByteBuffer(encoded);
    int[] lengths = new int[world.size()];
    world.allgather(new int[] {length}, lengths);
    boolean isRoot = world.rank() == 0;
    byte[] all = new byte[isRoot ? Arrays.stream(lengths).sum() : 0];
    world.gatherv(Arrays.copyOf(encoded.array(), length), all, Counts.of(lengths), 0);
    int from = isRoot ? length : 0;
    for (int rank = 1; rank < lengths.length && isRoot; rank++) {
      own.add(Histogram.decodeFromByteBuffer(ByteBuffer.wrap(all, from, lengths[rank]), 0));
      from += lengths[rank];
    }
    return own;
  }

  /** The figures of the first so many ranks; only rank 0 knows more than its own. */
  double[] figures(double own, int ranks) {
    double[] figures = new double[ranks];
    if (world.rank() < ranks) {
      figures[world.rank()] = own;
    }
    if (world.rank() == 0) {
      for (int rank = 1; rank < ranks; rank++) {
        world.receive(Buffer.of(figures).slice(rank, 1), rank, TAG);
      }
    } else if (world.rank() < ranks) {
      world.send(Buffer.of(new double[] {own}), 0, TAG);
    }
    return figures;
  }
}
