package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import java.lang.foreign.MemorySegment;

/** Point-to-point messages: checks of arguments, and what Starling has no call for. */
final class Messages {

  private Messages() {}

  /** What a send needs; its arguments are right. */
  record Sending(AnyCommunicator any, Buffer data) {}

  static Sending sending(
      Comm communicator, Object buffer, int count, Datatype type, int destination, int tag) {
    AnyCommunicator any = communicator.any();
    checkDestination(communicator, destination, tag);
    return new Sending(any, Buffers.of(buffer, count, type));
  }

  static Sending receiving(
      Comm communicator, Object buffer, int count, Datatype type, int source, int tag) {
    AnyCommunicator any = communicator.any();
    checkSource(communicator, source, tag);
    return new Sending(any, Buffers.of(buffer, count, type));
  }

  static void checkDestination(Comm communicator, int destination, int tag) {
    if (destination != Values.PROC_NULL) {
      Arguments.rank(destination, communicator.peers());
    }
    Arguments.tag(tag);
  }

  static void checkSource(Comm communicator, int source, int tag) {
    if (source != Values.ANY_SOURCE && source != Values.PROC_NULL) {
      Arguments.rank(source, communicator.peers());
    }
    if (tag != Values.ANY_TAG) {
      Arguments.tag(tag);
    }
  }

  /** A copy is sent at once, so the request is complete. */
  static Request bufferedSend(Comm communicator, Sending sent, int destination, int tag) {
    BufferedSends.send(sent.any(), sent.data(), destination, tag);
    return new Request(
        sent.any().iSend(Buffer.EMPTY, Values.PROC_NULL, 0), communicator, false, true);
  }

  static Prequest bufferedSendInit(Comm communicator, Sending sent, int destination, int tag) {
    PersistentRequest nothing = sent.any().sendInit(Buffer.EMPTY, Values.PROC_NULL, 0);
    return new Prequest(
        nothing,
        communicator,
        false,
        () -> BufferedSends.send(sent.any(), sent.data(), destination, tag));
  }

  static int pack(Object in, int count, Datatype type, byte[] out, int position) {
    Buffer data = Buffers.ofAny(in, count, type);
    if (count == 0 || position == out.length) {
      return position;
    }
    requireRoom(data.byteSize(), out.length, position);
    data.pack(MemorySegment.ofArray(out).asSlice(position));
    return position + (int) data.byteSize();
  }

  static int unpack(byte[] in, int position, Object out, int count, Datatype type) {
    Buffer data = Buffers.ofAny(out, count, type);
    requireRoom(data.byteSize(), in.length, position);
    data.unpack(MemorySegment.ofArray(in).asSlice(position));
    return position + (int) data.byteSize();
  }

  private static void requireRoom(long bytes, int length, int position) {
    if (position < 0) {
      throw new Failure(ErrorClass.ARG, "the position is %d; it is 0 or more".formatted(position));
    }
    if (bytes > length - (long) position) {
      throw new Failure(
          ErrorClass.TRUNCATE,
          "%d packed bytes don't fit between position %d and the end, %d"
              .formatted(bytes, position, length));
    }
  }

  static int packSize(int count, Datatype type) {
    Arguments.count(count);
    return Math.toIntExact(Math.multiplyExact(count, type.committed().datatype().size()));
  }
}
