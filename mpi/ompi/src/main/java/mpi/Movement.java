package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Counts;
import io.starling.collectives.TypedBlocks;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype.Field;

/** The arguments of the collectives that move data. */
final class Movement {

  private Movement() {}

  static Operands broadcast(Comm communicator, Object buffer, int count, Datatype type, int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    Buffer data = part.isRoot() || part.isLeaf() ? Buffers.of(buffer, count, type) : Buffer.EMPTY;
    return Operands.of(any, data, data, part);
  }

  static Operands gather(
      Comm communicator,
      Object send,
      int sendCount,
      Datatype sendType,
      Object receive,
      int receiveCount,
      Datatype receiveType,
      int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    Object into = part.isRoot() ? receive : null;
    Buffer data = part.isLeaf() ? Buffers.apart(send, sendCount, 1, sendType, into) : Buffer.EMPTY;
    Buffer result =
        part.isRoot()
            ? Buffers.blocks(receive, receiveCount, communicator.peers(), receiveType)
            : Buffer.EMPTY;
    return Operands.of(any, data, result, part);
  }

  static Operands gatherInPlace(
      Comm communicator, Object buffer, int count, Datatype type, int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    if (part.isRoot()) {
      Buffer result = Buffers.blocks(buffer, count, communicator.peers(), type);
      return Operands.of(any, inPlaceOrNone(part), result, part);
    }
    return Operands.of(any, block(part, buffer, count, type), Buffer.EMPTY, part);
  }

  /** The root of a group has its own block in place; that of another group has none. */
  private static Buffer inPlaceOrNone(Operands.Root part) {
    return part.isLeaf() ? Buffer.IN_PLACE : Buffer.EMPTY;
  }

  private static Buffer block(Operands.Root part, Object buffer, int count, Datatype type) {
    return part.isLeaf() ? Buffers.of(buffer, count, type) : Buffer.EMPTY;
  }

  static Operands gatherv(
      Comm communicator,
      Object send,
      int sendCount,
      Datatype sendType,
      Object receive,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType,
      int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    Object into = part.isRoot() ? receive : null;
    Buffer data = part.isLeaf() ? Buffers.apart(send, sendCount, 1, sendType, into) : Buffer.EMPTY;
    if (!part.isRoot()) {
      return Operands.of(any, data, Buffer.EMPTY, part);
    }
    Counts counts = Buffers.counts(receiveCounts, displacements, communicator.peers());
    Buffer result = Buffers.spanning(receive, counts, receiveType);
    return Operands.of(any, data, result, part).resultIn(counts);
  }

  static Operands gathervAtRoot(
      Comm communicator,
      Object receive,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType,
      int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = rootOnly(any, root);
    Counts counts = Buffers.counts(receiveCounts, displacements, communicator.peers());
    Buffer result = Buffers.spanning(receive, counts, receiveType);
    return Operands.of(any, inPlaceOrNone(part), result, part).resultIn(counts);
  }

  /** The form of gatherv for ranks that are not the root. */
  static Operands gathervAtLeaf(
      Comm communicator, Object send, int count, Datatype type, int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = leafOnly(any, root);
    return Operands.of(any, block(part, send, count, type), Buffer.EMPTY, part);
  }

  private static Operands.Root rootOnly(AnyCommunicator any, int root) {
    Operands.Root part = Operands.Root.of(any, root);
    if (!part.isRoot()) {
      throw new Failure(
          ErrorClass.ARG, "this form of the call is for the root, %d".formatted(root));
    }
    return part;
  }

  private static Operands.Root leafOnly(AnyCommunicator any, int root) {
    Operands.Root part = Operands.Root.of(any, root);
    if (part.isRoot()) {
      throw new Failure(ErrorClass.ARG, "this form of the call is for ranks other than the root");
    }
    return part;
  }

  static Operands scatter(
      Comm communicator,
      Object send,
      int sendCount,
      Datatype sendType,
      Object receive,
      int receiveCount,
      Datatype receiveType,
      int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    Buffer data =
        part.isRoot()
            ? Buffers.apart(send, sendCount, communicator.peers(), sendType, receive)
            : Buffer.EMPTY;
    return Operands.of(any, data, block(part, receive, receiveCount, receiveType), part);
  }

  static Operands scatterInPlace(
      Comm communicator, Object buffer, int count, Datatype type, int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    if (part.isRoot()) {
      Buffer data = Buffers.blocks(buffer, count, communicator.peers(), type);
      return Operands.of(any, data, inPlaceOrNone(part), part);
    }
    return Operands.of(any, Buffer.EMPTY, block(part, buffer, count, type), part);
  }

  static Operands scatterv(
      Comm communicator,
      Object send,
      int[] sendCounts,
      int[] displacements,
      Datatype sendType,
      Object receive,
      int receiveCount,
      Datatype receiveType,
      int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = Operands.Root.of(any, root);
    Buffer result = block(part, receive, receiveCount, receiveType);
    if (!part.isRoot()) {
      return Operands.of(any, Buffer.EMPTY, result, part);
    }
    Counts counts = Buffers.counts(sendCounts, displacements, communicator.peers());
    Buffer data = Buffers.apart(send, counts, sendType, receive);
    return Operands.of(any, data, result, part).dataIn(counts);
  }

  static Operands scattervAtRoot(
      Comm communicator,
      Object send,
      int[] sendCounts,
      int[] displacements,
      Datatype sendType,
      int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = rootOnly(any, root);
    Counts counts = Buffers.counts(sendCounts, displacements, communicator.peers());
    Buffer data = Buffers.spanning(send, counts, sendType);
    return Operands.of(any, data, inPlaceOrNone(part), part).dataIn(counts);
  }

  /** The form of scatterv for ranks that are not the root. */
  static Operands scattervAtLeaf(
      Comm communicator, Object receive, int count, Datatype type, int root) {
    AnyCommunicator any = communicator.any();
    Operands.Root part = leafOnly(any, root);
    return Operands.of(any, Buffer.EMPTY, block(part, receive, count, type), part);
  }

  /** Of a call in which each of some ranks sends and receives a block. */
  static Operands gatherAll(
      AnyCommunicator any,
      int sources,
      Object send,
      int sendCount,
      Datatype sendType,
      Object receive,
      int receiveCount,
      Datatype receiveType) {
    Buffer data = Buffers.apart(send, sendCount, 1, sendType, receive);
    return Operands.of(any, data, Buffers.blocks(receive, receiveCount, sources, receiveType));
  }

  static Operands allGatherInPlace(Comm communicator, Object buffer, int count, Datatype type) {
    AnyCommunicator any = communicator.any();
    Buffer result = Buffers.blocks(buffer, count, communicator.peers(), type);
    return Operands.of(any, Buffer.IN_PLACE, result);
  }

  static Operands gatherAllv(
      AnyCommunicator any,
      int sources,
      Object send,
      int sendCount,
      Datatype sendType,
      Object receive,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType) {
    Counts counts = Buffers.counts(receiveCounts, displacements, sources);
    Buffer data = Buffers.apart(send, sendCount, 1, sendType, receive);
    Buffer result = Buffers.spanning(receive, counts, receiveType);
    return Operands.of(any, data, result).resultIn(counts);
  }

  static Operands allGathervInPlace(
      Comm communicator, Object buffer, int[] counts, int[] displacements, Datatype type) {
    AnyCommunicator any = communicator.any();
    Counts blocks = Buffers.counts(counts, displacements, communicator.peers());
    Buffer result = Buffers.spanning(buffer, blocks, type);
    return Operands.of(any, Buffer.IN_PLACE, result).resultIn(blocks);
  }

  /** Of a call with a block to each of some ranks and from each of some. */
  static Operands exchange(
      AnyCommunicator any,
      int destinations,
      Object send,
      int sendCount,
      Datatype sendType,
      int sources,
      Object receive,
      int receiveCount,
      Datatype receiveType) {
    Buffer data = Buffers.apart(send, sendCount, destinations, sendType, receive);
    return Operands.of(any, data, Buffers.blocks(receive, receiveCount, sources, receiveType));
  }

  static Operands exchangev(
      AnyCommunicator any,
      int destinations,
      Object send,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype sendType,
      int sources,
      Object receive,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype receiveType) {
    Counts sent = Buffers.counts(sendCounts, sendDisplacements, destinations);
    Counts received = Buffers.counts(receiveCounts, receiveDisplacements, sources);
    Buffer data = Buffers.apart(send, sent, sendType, receive);
    Buffer result = Buffers.spanning(receive, received, receiveType);
    return Operands.of(any, data, result).dataIn(sent).resultIn(received);
  }

  /** Blocks with a datatype each; displacements are in bytes. */
  static TypedBlocks typed(int[] counts, int[] displacements, Datatype[] types, int ranks) {
    int[] lengths = Buffers.lengths(counts, ranks);
    Field[] fields = new Field[ranks];
    for (int i = 0; i < ranks; i++) {
      if (lengths[i] == 0) {
        fields[i] = new Field(0, 0, io.starling.runtime.Datatype.INT8);
      } else if (types[i] == null) {
        throw new Failure(ErrorClass.TYPE, "the datatype of block %d is null".formatted(i));
      } else {
        fields[i] = new Field(displacements[i], lengths[i], types[i].committed().datatype());
      }
    }
    return TypedBlocks.of(fields);
  }
}
