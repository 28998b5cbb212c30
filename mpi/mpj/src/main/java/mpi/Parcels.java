package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Message;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.nio.ByteBuffer;

/**
 * Messages whose length the receiver can't know: objects and packed data. A parcel is one message,
 * found by probes and in order with all others, and for long data the rest on a communicator of its
 * own. The length of the first message tells the number of objects, so that a probe knows it.
 *
 * <pre>
 * message   magic │ parcel │ length │ objects │ data, padded      8 KiB at most, mostly
 * beside    rest of the data, with the parcel as its tag
 * length    fewer than 512 objects: = objects (mod 512), less than 8 KiB; else 8 KiB + objects
 * </pre>
 *
 * <p>The rest is a copy that no call waits for. So a send ends however long its receiver takes
 * between Irecv and Wait.
 */
final class Parcels {

  private static final int MAGIC = 0x6d706a21;
  private static final int HEADER = 4 * Integer.BYTES;
  private static final int FEW = 512;
  private static final int LIMIT = 8192;

  private final AnyCommunicator communicator;
  private final Group peers;
  private final Session session;

  Parcels(AnyCommunicator communicator, Group peers, Session session) {
    this.communicator = communicator;
    this.peers = peers;
    this.session = session;
  }

  /** The number of objects in a parcel whose first message has a length. */
  static int items(long bytes) {
    return (int) (bytes < LIMIT ? bytes % FEW : bytes - LIMIT);
  }

  /** The length of the first message of a parcel. */
  private static int length(int items, int bytes) {
    if (items >= FEW) {
      return Math.addExact(LIMIT, items);
    }
    int longest = LIMIT - FEW + items;
    if (bytes > longest - HEADER) {
      return longest;
    }
    int past = Math.floorMod(HEADER + bytes - items, FEW);
    return HEADER + bytes + (past == 0 ? 0 : FEW - past);
  }

  /** A send that ends when the array may be changed; one of a short parcel does not wait. */
  void sendAndWait(
      Messages.Mode mode,
      Object array,
      int offset,
      int count,
      Layout layout,
      int destination,
      int tag) {
    byte[] data = data(array, offset, count, layout);
    Request request = send(mode, data, items(count, layout), destination, tag);
    if (mode == Messages.Mode.STANDARD && data.length <= EagerSends.LONGEST) {
      session.leave(request);
    } else {
      request.await();
    }
  }

  Request send(
      Messages.Mode mode,
      Object array,
      int offset,
      int count,
      Layout layout,
      int destination,
      int tag) {
    byte[] data = data(array, offset, count, layout);
    return send(mode, data, items(count, layout), destination, tag);
  }

  private static byte[] data(Object array, int offset, int count, Layout layout) {
    if (layout.kind() != Layout.Kind.PACKED) {
      return Objects.write(array, offset, count, layout);
    }
    byte[] content = buffer(array).content();
    buffer(array).clear();
    return content;
  }

  private static int items(int count, Layout layout) {
    return layout.kind() == Layout.Kind.PACKED ? 0 : Math.multiplyExact(count, layout.size());
  }

  private Request send(Messages.Mode mode, byte[] data, int items, int destination, int tag) {
    int parcel = session.nextParcel();
    byte[] first = new byte[length(items, data.length)];
    ByteBuffer header = ByteBuffer.wrap(first);
    header.putInt(MAGIC).putInt(parcel).putInt(data.length).putInt(items);
    int part = Math.min(data.length, header.remaining());
    header.put(data, 0, part);
    Buffer message = Buffer.of(first);
    Request request =
        mode == Messages.Mode.SYNCHRONOUS
            ? communicator.iSynchronousSend(message, destination, tag)
            : communicator.iSend(message, destination, tag);
    if (part < data.length && destination != Communicator.PROC_NULL) {
      session.sendRest(data, part, peers.process(destination), parcel);
    }
    return request;
  }

  private static mpjbuf.Buffer buffer(Object array) {
    if (array instanceof mpjbuf.Buffer buffer) {
      return buffer;
    }
    throw new Failure(ErrorClass.BUFFER, "MPI.PACKED wants an mpjbuf.Buffer");
  }

  Status receive(Object array, int offset, int count, Layout layout, int source, int tag) {
    Message message = communicator.matchedProbe(source, tag);
    byte[] first = new byte[Math.toIntExact(message.status().bytes())];
    message.receive(Buffer.of(first));
    return open(first, message.status(), array, offset, count, layout);
  }

  Pending startReceive(Object array, int offset, int count, Layout layout, int source, int tag) {
    boolean isPacked = layout.kind() == Layout.Kind.PACKED;
    int items = isPacked ? 0 : Region.room(array, offset, count, layout);
    byte[] first = new byte[length(items, LIMIT)];
    Request request = communicator.iReceive(Buffer.of(first), source, tag);
    return new Pending(request) {
      @Override
      Status finish() {
        return open(first, request().status(), array, offset, count, layout);
      }
    };
  }

  private Status open(
      byte[] first,
      io.starling.runtime.Status status,
      Object array,
      int offset,
      int count,
      Layout layout) {
    boolean isPacked = layout.kind() == Layout.Kind.PACKED;
    if (status.source() == Communicator.PROC_NULL) {
      return Status.of(status, count, 0, isPacked);
    }
    ByteBuffer header = ByteBuffer.wrap(first, 0, (int) status.bytes());
    if (status.bytes() < HEADER || header.getInt() != MAGIC) {
      throw new Failure(
          ErrorClass.TYPE,
          "the message has %d bytes and no objects; receive it with the datatype it was sent with"
              .formatted(status.bytes()));
    }
    int parcel = header.getInt();
    byte[] data = new byte[header.getInt()];
    int items = header.getInt();
    int part = Math.min(data.length, header.remaining());
    header.get(data, 0, part);
    if (part < data.length) {
      session.receiveRest(data, part, peers.process(status.source()), parcel);
    }
    if (isPacked) {
      buffer(array).fill(data);
    } else {
      requireRoom(items, (long) count * layout.size());
      Objects.read(data, items, array, offset, layout);
    }
    return Status.of(status, count, items, isPacked);
  }

  private static void requireRoom(int items, long room) {
    if (items > room) {
      throw new Failure(
          ErrorClass.TRUNCATE, "the message has %d objects, the receive %d".formatted(items, room));
    }
  }
}
