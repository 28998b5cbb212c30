package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.mpi.Arguments;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.util.Arrays;

/** The arguments of reductions and scans. */
final class Folding {

  private Folding() {}

  static ReductionOperator operator(Op op, Datatype type) {
    type.committed();
    return op.on(type);
  }

  static Operands reduce(
      Comm communicator, Object send, Object receive, int count, Datatype type, int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    if (!part.isRoot()) {
      Arguments.count(count);
      Buffer data = part.isLeaf() ? Buffers.of(send, count, type) : Buffer.EMPTY;
      return Operands.of(any, data, Buffer.EMPTY, part);
    }
    Buffer result = Buffers.of(receive, count, type);
    Buffer data = part.isLeaf() ? sent(any, send, receive, count, type) : Buffer.EMPTY;
    return Operands.of(any, data, result, part);
  }

  static Operands reduceInPlace(
      Comm communicator, Object buffer, int count, Datatype type, int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    if (part.isRoot()) {
      Buffer data = part.isLeaf() ? Buffer.IN_PLACE : Buffer.EMPTY;
      return Operands.of(any, data, Buffers.of(buffer, count, type), part);
    }
    Buffer data = part.isLeaf() ? Buffers.of(buffer, count, type) : Buffer.EMPTY;
    return Operands.of(any, data, Buffer.EMPTY, part);
  }

  /** The same array twice is the same as in place. */
  private static Buffer sent(
      AnyCommunicator any, Object send, Object receive, int count, Datatype type) {
    return send == receive && send != null && any instanceof Communicator
        ? Buffer.IN_PLACE
        : Buffers.apart(send, count, 1, type, receive);
  }

  /** Of allReduce and of the scans. */
  static Operands fold(AnyCommunicator any, Object send, Object receive, int count, Datatype type) {
    return Operands.of(
        any, sent(any, send, receive, count, type), Buffers.of(receive, count, type));
  }

  static Operands foldInPlace(AnyCommunicator any, Object buffer, int count, Datatype type) {
    return Operands.of(any, Buffer.IN_PLACE, Buffers.of(buffer, count, type));
  }

  static Operands scatter(
      AnyCommunicator any, Object send, Object receive, int[] counts, Datatype type) {
    Counts blocks = Counts.of(Buffers.lengths(counts, any.size()));
    Buffer data = Buffers.apart(send, blocks, type, receive);
    Buffer result = Buffers.of(receive, Math.toIntExact(blocks.count(any.rank())), type);
    return Operands.of(any, data, result).resultIn(blocks);
  }

  static Operands scatterInPlace(AnyCommunicator any, Object buffer, int[] counts, Datatype type) {
    int[] lengths = Buffers.lengths(counts, any.size());
    int total = Math.toIntExact(Arrays.stream(lengths).asLongStream().sum());
    Buffer result = Buffers.of(buffer, total, type);
    return Operands.of(any, Buffer.IN_PLACE, result).resultIn(Counts.of(lengths));
  }

  static Operands scatterBlock(
      AnyCommunicator any, Object send, Object receive, int count, Datatype type) {
    Buffer data = Buffers.apart(send, count, any.size(), type, receive);
    return Operands.of(any, data, Buffers.of(receive, count, type));
  }

  static Operands scatterBlockInPlace(
      AnyCommunicator any, Object buffer, int count, Datatype type) {
    return Operands.of(any, Buffer.IN_PLACE, Buffers.blocks(buffer, count, any.size(), type));
  }
}
