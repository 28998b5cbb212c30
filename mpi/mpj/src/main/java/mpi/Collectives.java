package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.mpi.Arguments;
import io.starling.mpi.Base;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.util.Arrays;

/**
 * Collectives on primitives. Data that is sent from the array that is received into is copied
 * first, except in reductions in place.
 */
final class Collectives {

  private Collectives() {}

  static void broadcast(
      Communicator communicator, Object array, int offset, int count, Layout layout, int root) {
    if (layout.isRow() || communicator.rank() == root) {
      communicator.broadcast(Region.outgoing(array, offset, count, layout), root);
    } else {
      Landing landing = Landing.of(array, offset, count, layout);
      communicator.broadcast(landing.buffer(), root);
      landing.land();
    }
  }

  static void gather(Communicator communicator, Side from, Side to, int root) {
    if (communicator.rank() == root) {
      Buffer data = from.outgoing(to.array());
      Landing landing = to.landing(communicator.size());
      communicator.gather(data, landing.buffer(), root);
      landing.land();
    } else {
      communicator.gather(from.outgoing(null), Buffer.EMPTY, root);
    }
  }

  static void gatherv(
      Communicator communicator, Side from, Side to, int[] counts, int[] places, int root) {
    if (communicator.rank() == root) {
      Buffer data = from.outgoing(to.array());
      Blocks blocks = new Blocks(counts, places, communicator.size(), to.layout());
      Landing landing = blocks.incoming(to.array(), to.offset());
      communicator.gatherv(data, landing.buffer(), blocks.counts(), root);
      landing.land();
    } else {
      communicator.gatherv(from.outgoing(null), Buffer.EMPTY, null, root);
    }
  }

  static void scatter(Communicator communicator, Side from, Side to, int root) {
    Buffer data =
        communicator.rank() == root
            ? from.times(communicator.size()).outgoing(to.array())
            : Buffer.EMPTY;
    Landing landing = to.landing(1);
    communicator.scatter(data, landing.buffer(), root);
    landing.land();
  }

  static void scatterv(
      Communicator communicator, Side from, int[] counts, int[] places, Side to, int root) {
    Landing landing = to.landing(1);
    if (communicator.rank() == root) {
      Blocks blocks = new Blocks(counts, places, communicator.size(), from.layout());
      Buffer data = blocks.outgoing(from.array(), from.offset(), to.array());
      communicator.scatterv(data, blocks.counts(), landing.buffer(), root);
    } else {
      communicator.scatterv(Buffer.EMPTY, null, landing.buffer(), root);
    }
    landing.land();
  }

  static void allgather(Communicator communicator, Side from, Side to) {
    Buffer data = from.outgoing(to.array());
    Landing landing = to.landing(communicator.size());
    communicator.allgather(data, landing.buffer());
    landing.land();
  }

  static void allgatherv(
      Communicator communicator, Side from, Side to, int[] counts, int... places) {
    Buffer data = from.outgoing(to.array());
    Blocks blocks = new Blocks(counts, places, communicator.size(), to.layout());
    Landing landing = blocks.incoming(to.array(), to.offset());
    communicator.allgatherv(data, landing.buffer(), blocks.counts());
    landing.land();
  }

  static void alltoall(Communicator communicator, Side from, Side to) {
    Buffer data = from.times(communicator.size()).outgoing(to.array());
    Landing landing = to.landing(communicator.size());
    communicator.alltoall(data, landing.buffer());
    landing.land();
  }

  static void alltoallv(
      Communicator communicator,
      Side from,
      int[] counts,
      int[] places,
      Side to,
      int[] resultCounts,
      int... resultPlaces) {
    int size = communicator.size();
    Blocks sent = new Blocks(counts, places, size, from.layout());
    Blocks received = new Blocks(resultCounts, resultPlaces, size, to.layout());
    Buffer data = sent.outgoing(from.array(), from.offset(), to.array());
    Landing landing = received.incoming(to.array(), to.offset());
    communicator.alltoallv(data, sent.counts(), landing.buffer(), received.counts());
    landing.land();
  }

  /** The elements of a reduction: pairs and elements for a program's function stay whole. */
  private static Buffer operands(Side side, boolean isWhole, boolean isCopy) {
    Layout layout = side.layout();
    if (!isWhole || layout.size() == 1) {
      return isCopy ? side.outgoing(side.array()) : side.outgoing(null);
    }
    return isCopy
        ? Region.copyOfView(side.array(), side.offset(), side.count(), layout)
        : Region.view(side.array(), side.offset(), side.count(), layout);
  }

  private static boolean isWhole(Op operator, Layout layout) {
    return (operator.isOnPairs() || !operator.isPredefined())
        && layout.basic().base() != Base.BOOLEAN;
  }

  /** Data and result may be one place, which Starling takes, but not overlap otherwise. */
  private static boolean mustCopy(Side from, Side to) {
    return from.array() == to.array() && from.offset() != to.offset();
  }

  static void reduce(
      Communicator communicator, Side from, Side to, Datatype type, Op operator, int root) {
    ReductionOperator operation = operator.on(type, from.layout());
    boolean isWhole = isWhole(operator, from.layout());
    if (communicator.rank() == root) {
      Buffer data = operands(from, isWhole, mustCopy(from, to));
      communicator.reduce(data, operands(to, isWhole, false), operation, root);
    } else {
      communicator.reduce(operands(from, isWhole, false), Buffer.EMPTY, operation, root);
    }
  }

  static void allreduce(Communicator communicator, Side from, Side to, Datatype type, Op operator) {
    boolean isWhole = isWhole(operator, from.layout());
    ReductionOperator operation = operator.on(type, from.layout());
    Buffer data = operands(from, isWhole, mustCopy(from, to));
    communicator.allreduce(data, operands(to, isWhole, false), operation);
  }

  static void scan(Communicator communicator, Side from, Side to, Datatype type, Op operator) {
    boolean isWhole = isWhole(operator, from.layout());
    ReductionOperator operation = operator.on(type, from.layout());
    Buffer data = operands(from, isWhole, mustCopy(from, to));
    communicator.scan(data, operands(to, isWhole, false), operation);
  }

  static void reduceScatter(
      Communicator communicator, Side from, Side to, int[] counts, Datatype type, Op operator) {
    Layout layout = from.layout();
    boolean isWhole = isWhole(operator, layout);
    int[] blocks = Arrays.copyOf(counts, communicator.size());
    int total = 0;
    for (int block : blocks) {
      Arguments.count(block);
      total += block;
    }
    long unit = isWhole ? 1 : layout.size();
    Counts lengths = Counts.of(Arrays.stream(blocks).mapToLong(block -> block * unit).toArray());
    Side all = new Side(from.array(), from.offset(), total, layout);
    Side mine = new Side(to.array(), to.offset(), blocks[communicator.rank()], layout);
    communicator.reduceScatter(
        operands(all, isWhole, from.array() == to.array()),
        operands(mine, isWhole, false),
        lengths,
        operator.on(type, layout));
  }

  /** The arguments of one side of a call. */
  record Side(Object array, int offset, int count, Layout layout) {

    Side times(int blocks) {
      return new Side(array, offset, Math.multiplyExact(count, blocks), layout);
    }

    Buffer outgoing(Object written) {
      Arguments.count(count);
      return written == null
          ? Region.outgoing(array, offset, count, layout)
          : Region.outgoing(array, offset, count, layout, written);
    }

    Landing landing(int blocks) {
      Arguments.count(count);
      return Landing.of(array, offset, Math.multiplyExact(count, blocks), layout);
    }
  }
}
