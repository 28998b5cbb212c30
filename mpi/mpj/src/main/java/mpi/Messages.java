package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Communicator;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.util.Optional;

/** Messages of a communicator: checks arguments, and parts primitives from parcels. */
final class Messages {

  /** How a send ends. A ready send is a standard one. */
  enum Mode {
    STANDARD,
    SYNCHRONOUS,
    BUFFERED
  }

  private final AnyCommunicator communicator;
  private final int peers;
  private final Parcels parcels;
  private final EagerSends eager;

  Messages(AnyCommunicator communicator, io.starling.collectives.Group peers, Session session) {
    this.communicator = communicator;
    this.peers = peers.size();
    this.parcels = new Parcels(communicator, peers, session);
    this.eager = new EagerSends(this.peers);
  }

  private int destination(int rank) {
    if (rank == MPI.NONE) {
      return Communicator.PROC_NULL;
    }
    Arguments.rank(rank, peers);
    return rank;
  }

  private int source(int rank) {
    return rank == MPI.ANY ? Communicator.ANY_SOURCE : destination(rank);
  }

  private static int tag(int tag) {
    if (tag == MPI.ANY) {
      return Communicator.ANY_TAG;
    }
    Arguments.tag(tag);
    return tag;
  }

  private static boolean isParcel(Layout layout) {
    return layout.kind() == Layout.Kind.OBJECT || layout.kind() == Layout.Kind.PACKED;
  }

  void send(Mode mode, Object array, int offset, int count, Datatype type, int rank, int tag) {
    try {
      Session session = Session.current();
      int destination = destination(rank);
      Arguments.tag(tag);
      Layout layout = Datatype.layout(type);
      Arguments.count(count);
      if (mode == Mode.BUFFERED) {
        session.requireBuffer();
      }
      if (isParcel(layout)) {
        if (mode == Mode.BUFFERED) {
          session.remember(parcels.send(mode, array, offset, count, layout, destination, tag));
        } else {
          parcels.sendAndWait(mode, array, offset, count, layout, destination, tag);
        }
        return;
      }
      switch (mode) {
        case STANDARD -> {
          Buffer data = Region.outgoing(array, offset, count, layout);
          if (eager.canSend(destination, data.byteSize())) {
            communicator.send(data, destination, tag);
          } else {
            Buffer copy = layout.isRow() ? Region.snapshot(array, offset, count, layout) : data;
            sendEagerly(session, copy, destination, tag);
          }
        }
        case SYNCHRONOUS ->
            communicator.synchronousSend(
                Region.outgoing(array, offset, count, layout), destination, tag);
        case BUFFERED -> {
          Buffer copy = Region.snapshot(array, offset, count, layout);
          session.remember(communicator.iSend(copy, destination, tag));
        }
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  private void sendEagerly(Session session, Buffer copy, int destination, int tag) {
    Request request = communicator.iSend(copy, destination, tag);
    boolean hasLeft = request.test();
    eager.learn(destination, copy.byteSize(), hasLeft);
    if (!hasLeft) {
      session.leave(request);
    }
  }

  /** The array may be changed at once. */
  Pending start(Mode mode, Object array, int offset, int count, Datatype type, int rank, int tag) {
    return start(mode, array, offset, count, type, rank, tag, true);
  }

  /** The array does not change before the end: the call waits for it. */
  Pending startInPlace(Object array, int offset, int count, Datatype type, int rank, int tag) {
    return start(Mode.STANDARD, array, offset, count, type, rank, tag, false);
  }

  private Pending start(
      Mode mode,
      Object array,
      int offset,
      int count,
      Datatype type,
      int rank,
      int tag,
      boolean isCopied) {
    try {
      Session session = Session.current();
      int destination = destination(rank);
      Arguments.tag(tag);
      Layout layout = Datatype.layout(type);
      Arguments.count(count);
      if (mode == Mode.BUFFERED) {
        session.requireBuffer();
      }
      Request request;
      if (isParcel(layout)) {
        request = parcels.send(mode, array, offset, count, layout, destination, tag);
      } else {
        Buffer data =
            isCopied
                ? Region.snapshot(array, offset, count, layout)
                : Region.outgoing(array, offset, count, layout);
        request =
            mode == Mode.SYNCHRONOUS
                ? communicator.iSynchronousSend(data, destination, tag)
                : communicator.iSend(data, destination, tag);
      }
      if (mode == Mode.BUFFERED) {
        session.remember(request);
        return new Pending.Sent(null);
      }
      return new Pending.Sent(request);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  Status receive(Object array, int offset, int count, Datatype type, int rank, int tag) {
    try {
      Session.current();
      int source = source(rank);
      int wanted = tag(tag);
      Layout layout = Datatype.layout(type);
      Arguments.count(count);
      if (isParcel(layout)) {
        Status received = parcels.receive(array, offset, count, layout, source, wanted);
        eager.renew();
        return received;
      }
      requireElements(layout);
      int room = Region.room(array, offset, count, layout);
      if (layout.isRow()) {
        Buffer into = Region.incoming(array, offset, room, layout);
        Status received = Status.of(communicator.receive(into, source, wanted), count, layout);
        eager.renew();
        return received;
      }
      Object packed = Region.array(room, layout);
      Status status =
          Status.of(
              communicator.receive(Region.ofAll(packed, layout), source, wanted), count, layout);
      eager.renew();
      Region.unpack(packed, 0, status.numEls, array, offset, count, layout);
      return status;
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  Pending startReceive(Object array, int offset, int count, Datatype type, int rank, int tag) {
    try {
      Session.current();
      int source = source(rank);
      int wanted = tag(tag);
      Layout layout = Datatype.layout(type);
      Arguments.count(count);
      if (isParcel(layout)) {
        return parcels.startReceive(array, offset, count, layout, source, wanted);
      }
      requireElements(layout);
      int room = Region.room(array, offset, count, layout);
      if (layout.isRow()) {
        Region.incoming(array, offset, room, layout); // Refuses an array of another type now.
      }
      Object packed = Region.array(room, layout);
      Request request = communicator.iReceive(Region.ofAll(packed, layout), source, wanted);
      return new Pending.Received(request, eager, packed, array, offset, count, layout);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  private static void requireElements(Layout layout) {
    if (layout.kind() == Layout.Kind.NONE && layout.size() > 0) {
      throw new Failure(ErrorClass.TYPE, "this datatype has no elements that can be received");
    }
  }

  Status probe(int rank, int tag) {
    try {
      Session.current();
      return Status.probed(communicator.probe(source(rank), tag(tag)));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Null if there is no message. */
  Status iprobe(int rank, int tag) {
    try {
      Session.current();
      Optional<io.starling.runtime.Status> found = communicator.iProbe(source(rank), tag(tag));
      return found.map(Status::probed).orElse(null);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }
}
