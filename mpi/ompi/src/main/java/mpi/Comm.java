package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.NeighbourCommunicator;
import io.starling.collectives.TypedBlocks;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.ResultRequest;
import java.nio.Buffer;
import java.util.Objects;
import java.util.Optional;

/**
 * A communicator: messages and collectives. Blocking calls take arrays and buffers, all others
 * direct buffers. Those without a buffer to send, or of scatter to receive into, work in place.
 *
 * <p>Every call throws an {@link MPIException} outside Init and Finalize, and where an argument is
 * wrong or a peer has failed, if the error handler returns.
 */
@SuppressWarnings("doclint:missing") // The arguments are those of MPI, by the same names.
public class Comm implements Freeable, Cloneable {

  /** In splitType: ranks that can share memory. */
  public static final int TYPE_SHARED = 0;

  /** Kinds of communicators, for {@link #setType}. */
  protected static final int SELF = 1;

  protected static final int WORLD = 2;

  Errhandler errhandler;

  /** Written after {@link #peers}: several threads may be the first to use a duplicate. */
  private volatile AnyCommunicator any;

  private ResultRequest<? extends AnyCommunicator> pending;
  private Request request;
  private boolean isPredefined;
  private boolean isNull;
  private int peers;
  private String name = "";
  private AttributeTable attributes = new AttributeTable();

  /** One that {@link #bind} gives its communicator. */
  Comm() {
    isPredefined = true;
  }

  /** A new one; null for the null communicator. */
  Comm(AnyCommunicator any, Errhandler errhandler) {
    this.errhandler = errhandler;
    isNull = any == null;
    adopt(any);
  }

  /** The result of a duplicate under way. */
  Comm(ResultRequest<? extends AnyCommunicator> pending, Errhandler errhandler) {
    this.errhandler = errhandler;
    this.pending = pending;
    request = new Request(pending, this, false, true);
  }

  private void adopt(AnyCommunicator made) {
    if (made != null) {
      peers = made instanceof Intercommunicator inter ? inter.remoteSize() : made.size();
    }
    any = made;
  }

  /** Gives a predefined communicator what it stands for, in Init. */
  void bind(Communicator communicator) {
    if (errhandler == null) {
      errhandler = MPI.ERRORS_ARE_FATAL;
    }
    name = this == MPI.COMM_WORLD ? "MPI_COMM_WORLD" : "MPI_COMM_SELF";
    adopt(communicator);
  }

  /** Its attributes. */
  final AttributeTable attributes() {
    return attributes;
  }

  /** Where its errors go; those of the null communicator go to COMM_WORLD. */
  final Errhandler handler() {
    Errhandler own = isNull ? MPI.COMM_WORLD.errhandler : errhandler;
    return own == null ? MPI.ERRORS_ARE_FATAL : own;
  }

  /** Starling's communicator. */
  final AnyCommunicator any() {
    AnyCommunicator found = any;
    return found == null ? awaited() : found;
  }

  private synchronized AnyCommunicator awaited() {
    if (any == null && pending != null) {
      adopt(pending.result());
      pending = null;
    }
    if (any == null) {
      throw new Failure(ErrorClass.COMM, "the communicator is null");
    }
    return any;
  }

  /** Starling's communicator of one group. */
  final Communicator intra() {
    if (any() instanceof Communicator one) {
      return one;
    }
    throw new Failure(ErrorClass.COMM, "an intercommunicator has two groups; the call is for one");
  }

  /** Starling's communicator of two groups. */
  final Intercommunicator inter() {
    if (any() instanceof Intercommunicator two) {
      return two;
    }
    throw new Failure(ErrorClass.COMM, "the call is for an intercommunicator");
  }

  private NeighbourCommunicator neighbours() {
    if (any() instanceof NeighbourCommunicator topology) {
      return topology;
    }
    throw new Failure(ErrorClass.TOPOLOGY, "the communicator has no topology");
  }

  /** A communicator without topology throws, whatever its handler. */
  private Errhandler neighbourHandler() {
    return any == null || any instanceof NeighbourCommunicator ? handler() : MPI.ERRORS_RETURN;
  }

  /** The ranks that messages go to: those of the remote group, if there is one. */
  final int peers() {
    any();
    return peers;
  }

  final Request over(io.starling.runtime.Request operation) {
    return new Request(operation, this, false, true);
  }

  /** Kept for subclasses: the kind is known from the object. */
  protected final void setType(int type) {
    isPredefined = type == SELF || type == WORLD;
  }

  // Management

  /** Whether it is null. */
  public final boolean isNull() {
    return isNull;
  }

  /** Whether it has two groups. */
  public final boolean isInter() throws MPIException {
    return Calls.call(handler(), () -> any() instanceof Intercommunicator);
  }

  /** The number of ranks of the local group. */
  public final int getSize() throws MPIException {
    return Calls.call(handler(), () -> any().size());
  }

  /** This rank in the local group. */
  public final int getRank() throws MPIException {
    return Calls.call(handler(), () -> any().rank());
  }

  /** How much two communicators have in common: IDENT, CONGRUENT, SIMILAR or UNEQUAL. */
  public static int compare(Comm comm1, Comm comm2) throws MPIException {
    return Calls.call(comm1.handler(), () -> compared(comm1.any(), comm2.any()));
  }

  private static int compared(AnyCommunicator first, AnyCommunicator second) {
    if (first instanceof Communicator one && second instanceof Communicator other) {
      return Values.of(one.compare(other));
    }
    if (first instanceof Intercommunicator one && second instanceof Intercommunicator other) {
      return Values.of(one.compare(other));
    }
    return MPI.UNEQUAL;
  }

  /** What a duplicate is; overridden by each kind of communicator. */
  Comm like(AnyCommunicator duplicate) {
    return new Comm(duplicate, handler());
  }

  /** What a duplicate under way is. */
  Comm like(ResultRequest<? extends AnyCommunicator> duplicate) {
    return new Comm(duplicate, handler());
  }

  final Comm duplicated() throws MPIException {
    return Calls.call(
        handler(),
        () ->
            inherited(
                like(
                    switch (any()) {
                      case Communicator one -> one.duplicate();
                      case Intercommunicator two -> two.duplicate();
                    })));
  }

  final Comm duplicatedWithInfo(Info info) throws MPIException {
    Comm made = duplicated();
    Calls.run(handler(), () -> made.any().setHints(info.hints()));
    return made;
  }

  final Comm duplicating() throws MPIException {
    return Calls.call(
        handler(),
        () ->
            inherited(
                like(
                    switch (any()) {
                      case Communicator one -> one.iDuplicate();
                      case Intercommunicator two -> two.iDuplicate();
                    })));
  }

  private Comm inherited(Comm made) {
    made.attributes = attributes.copy();
    return made;
  }

  final Comm cloned() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** A duplicate. */
  @Override
  public Comm clone() {
    return cloned();
  }

  /** A duplicate. */
  public Comm dup() throws MPIException {
    return duplicated();
  }

  /** A duplicate with hints. */
  public Comm dupWithInfo(Info info) throws MPIException {
    return duplicatedWithInfo(info);
  }

  /** A duplicate that can be used when its {@link #getRequest} is complete. */
  public Comm iDup() throws MPIException {
    return duplicating();
  }

  /** The request of {@link #iDup}; null for every other communicator. */
  public final Request getRequest() {
    return request;
  }

  /** Frees it; operations that are open go on. */
  @Override
  public final void free() throws MPIException {
    Calls.run(handler(), () -> Leftovers.close(released()));
  }

  /** Frees it, and leaves the ranks of the other group. */
  public final void disconnect() throws MPIException {
    Calls.run(
        handler(),
        () -> {
          switch (released()) {
            case Communicator one -> Leftovers.close(one);
            case Intercommunicator two -> leave(two);
          }
        });
  }

  /** With operations open it is closed later, and the ranks stay connected. */
  private static void leave(Intercommunicator two) {
    try {
      two.disconnect();
    } catch (IllegalStateException _) {
      Leftovers.close(two);
    }
  }

  private AnyCommunicator released() {
    AnyCommunicator freed = any();
    if (isPredefined) {
      throw new Failure(ErrorClass.COMM, "COMM_WORLD and COMM_SELF can't be freed");
    }
    BufferedSends.forget(freed);
    any = null;
    isNull = true;
    return freed;
  }

  /** The local group. */
  public final Group getGroup() throws MPIException {
    return Calls.call(handler(), () -> new Group(any().group()));
  }

  /** Gives hints. */
  public final void setInfo(Info info) throws MPIException {
    Calls.run(handler(), () -> any().setHints(info.hints()));
  }

  /** The hints that were given. */
  public final Info getInfo() throws MPIException {
    return Calls.call(handler(), () -> new Info(any().hints()));
  }

  /** An intercommunicator of a local group and a remote one; this is where their leaders talk. */
  public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          Communicator local = localComm.intra();
          Arguments.rank(localLeader, local.size());
          Arguments.tag(tag);
          Communicator peer = null;
          if (local.rank() == localLeader) {
            peer = intra();
            Arguments.rank(remoteLeader, peer.size());
          }
          return new Intercomm(
              local.createIntercommunicator(localLeader, peer, remoteLeader, tag),
              localComm.handler());
        });
  }

  /** The kind of topology: CART, GRAPH, DIST_GRAPH or UNDEFINED. */
  public final int getTopology() throws MPIException {
    return Calls.call(
        handler(),
        () ->
            switch (any()) {
              case CartesianCommunicator _ -> MPI.CART;
              case NeighbourCommunicator _ -> graphKind();
              default -> MPI.UNDEFINED;
            });
  }

  /** GRAPH or DIST_GRAPH. */
  int graphKind() {
    return MPI.DIST_GRAPH;
  }

  /** Sets the name, of which 63 bytes are kept. */
  public final void setName(String name) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          any().rename(name);
          this.name = Datatype.cut(name);
        });
  }

  /** The name. */
  public final String getName() throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          any();
          return name;
        });
  }

  /** Ends the job. */
  public final void abort(int errorcode) throws MPIException {
    Calls.run(handler(), () -> Job.JOB.abort(errorcode));
  }

  /** Sets what errors do. */
  public final void setErrhandler(Errhandler errhandler) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          any();
          this.errhandler = Objects.requireNonNull(errhandler, "errhandler");
        });
  }

  /** What errors do. */
  public final Errhandler getErrhandler() throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          any();
          return errhandler;
        });
  }

  /** Does what errors do: ends the job, or returns. */
  public void callErrhandler(int errorCode) throws MPIException {
    Calls.callErrhandler(handler(), errorCode);
  }

  // Attributes

  /** A new key. */
  public static int createKeyval() throws MPIException {
    return Calls.call(AttributeTable::createKeyval);
  }

  /** Frees a key. */
  public static void freeKeyval(int keyval) throws MPIException {
    Calls.run(() -> AttributeTable.freeKeyval(keyval));
  }

  /** Sets a value, of which a serialised copy is kept. */
  public final void setAttr(int keyval, Object value) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          any();
          attributes.setAttr(keyval, value);
        });
  }

  /** A copy of a value; null if there is none. */
  public final Object getAttr(int keyval) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          any();
          return attributes.getAttr(keyval);
        });
  }

  /** Deletes a value. */
  public final void deleteAttr(int keyval) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          any();
          attributes.deleteAttr(keyval);
        });
  }

  // Messages

  /** Sends a message. */
  public final void send(Object buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          sent.any().send(sent.data(), destination, tag);
        });
  }

  /** Sends a copy of a message. */
  public final void bSend(Object buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          BufferedSends.send(sent.any(), sent.data(), destination, tag);
        });
  }

  /** Sends a message, and waits until a receive has matched it. */
  public final void sSend(Object buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          sent.any().synchronousSend(sent.data(), destination, tag);
        });
  }

  /** Sends a message whose receive is posted. */
  public final void rSend(Object buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          sent.any().send(sent.data(), destination, tag);
        });
  }

  /** Receives a message. */
  @SuppressWarnings("checkstyle:IllegalIdentifierName") // The API's name.
  public final Status recv(Object buffer, int count, Datatype type, int source, int tag)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          var into = Messages.receiving(this, buffer, count, type, source, tag);
          return Status.of(into.any().receive(into.data(), source, tag));
        });
  }

  /** Sends a message and receives another one. */
  public final Status sendRecv(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      int destination,
      int sendTag,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType,
      int source,
      int receiveTag)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          AnyCommunicator found = any();
          Messages.checkDestination(this, destination, sendTag);
          Messages.checkSource(this, source, receiveTag);
          var data = Buffers.apart(sendBuffer, sendCount, 1, sendType, receiveBuffer);
          var into = Buffers.of(receiveBuffer, receiveCount, receiveType);
          return Status.of(found.sendReceive(data, destination, sendTag, into, source, receiveTag));
        });
  }

  /** Sends a message and receives another one into the same buffer. */
  public final Status sendRecvReplace(
      Object buffer,
      int count,
      Datatype type,
      int destination,
      int sendTag,
      int source,
      int receiveTag)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, sendTag);
          Messages.checkSource(this, source, receiveTag);
          return Status.of(
              sent.any().sendReceiveReplace(sent.data(), destination, sendTag, source, receiveTag));
        });
  }

  /** Starts to send a message. */
  public final Request iSend(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return over(sent.any().iSend(sent.data(), destination, tag));
        });
  }

  /** Sends a copy of a message. */
  public final Request ibSend(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return Messages.bufferedSend(this, sent, destination, tag);
        });
  }

  /** Starts to send a message; complete when a receive has matched it. */
  public final Request isSend(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return over(sent.any().iSynchronousSend(sent.data(), destination, tag));
        });
  }

  /** Starts to send a message whose receive is posted. */
  public final Request irSend(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return over(sent.any().iSend(sent.data(), destination, tag));
        });
  }

  /** Starts to receive a message. */
  public final Request iRecv(Buffer buffer, int count, Datatype type, int source, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var into = Messages.receiving(this, buffer, count, type, source, tag);
          return new Request(into.any().iReceive(into.data(), source, tag), this, true, true);
        });
  }

  /** Prepares to send a message many times. */
  public final Prequest sendInit(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return new Prequest(sent.any().sendInit(sent.data(), destination, tag), this, false);
        });
  }

  /** Prepares to send copies of a message. */
  public final Prequest bSendInit(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return Messages.bufferedSendInit(this, sent, destination, tag);
        });
  }

  /** Prepares to send a message many times; each run waits for its receive. */
  public final Prequest sSendInit(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return new Prequest(
              sent.any().synchronousSendInit(sent.data(), destination, tag), this, false);
        });
  }

  /** Prepares to send a message whose receive is posted. */
  public final Prequest rSendInit(Buffer buffer, int count, Datatype type, int destination, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var sent = Messages.sending(this, buffer, count, type, destination, tag);
          return new Prequest(sent.any().sendInit(sent.data(), destination, tag), this, false);
        });
  }

  /** Prepares to receive a message many times. */
  public final Prequest recvInit(Buffer buffer, int count, Datatype type, int source, int tag)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          var into = Messages.receiving(this, buffer, count, type, source, tag);
          PersistentRequest receive = into.any().receiveInit(into.data(), source, tag);
          return new Prequest(receive, this, true);
        });
  }

  /** Copies data without gaps into an array; returns the position after it. */
  public final int pack(Object in, int count, Datatype type, byte[] out, int position)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          any();
          return Messages.pack(in, count, type, out, position);
        });
  }

  /** Copies data without gaps out of an array; returns the position after it. */
  public final int unpack(byte[] in, int position, Object out, int count, Datatype type)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          any();
          return Messages.unpack(in, position, out, count, type);
        });
  }

  /** The bytes that {@link #pack} needs. */
  public final int packSize(int count, Datatype type) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          any();
          return Messages.packSize(count, type);
        });
  }

  /** Looks for a message; null if there is none. */
  public final Status iProbe(int source, int tag) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          AnyCommunicator found = any();
          Messages.checkSource(this, source, tag);
          Optional<io.starling.runtime.Status> status = found.iProbe(source, tag);
          return status.isEmpty() ? null : Status.of(status.get());
        });
  }

  /** Waits for a message, and does not receive it. */
  public final Status probe(int source, int tag) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          AnyCommunicator found = any();
          Messages.checkSource(this, source, tag);
          return Status.of(found.probe(source, tag));
        });
  }

  // Collectives that move data

  /** Waits for all ranks. */
  public final void barrier() throws MPIException {
    Calls.run(handler(), () -> any().barrier());
  }

  /** Starts to wait for all ranks. */
  public final Request iBarrier() throws MPIException {
    return Calls.call(handler(), () -> over(any().iBarrier()));
  }

  /** Copies the data of the root to all ranks. */
  public final void bcast(Object buffer, int count, Datatype type, int root) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Movement.broadcast(this, buffer, count, type, root);
          all.any().broadcast(all.data(), all.root());
        });
  }

  /** Starts it: copies the data of the root to all ranks. */
  public final Request iBcast(Buffer buffer, int count, Datatype type, int root)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Movement.broadcast(this, buffer, count, type, root);
          return over(all.any().iBroadcast(all.data(), all.root()));
        });
  }

  /** Collects an equal block of every rank at the root. */
  public final void gather(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType,
      int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.gather(
                  this,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType,
                  root);
          all.any().gather(all.data(), all.result(), all.root());
        });
  }

  /** Starts it: collects an equal block of every rank at the root. */
  public final Request iGather(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int receiveCount,
      Datatype receiveType,
      int root)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.gather(
                  this,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType,
                  root);
          return over(all.any().iGather(all.data(), all.result(), all.root()));
        });
  }

  /** Collects equal blocks at the root, whose own is in place. */
  public final void gather(Object buffer, int count, Datatype type, int root) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Movement.gatherInPlace(this, buffer, count, type, root);
          all.any().gather(all.data(), all.result(), all.root());
        });
  }

  /** Starts it: collects equal blocks at the root, whose own is in place. */
  public final Request iGather(Buffer buffer, int count, Datatype type, int root)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Movement.gatherInPlace(this, buffer, count, type, root);
          return over(all.any().iGather(all.data(), all.result(), all.root()));
        });
  }

  /** Collects blocks of any lengths at the root. */
  public final void gatherv(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType,
      int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.gatherv(
                  this,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCounts,
                  displacements,
                  receiveType,
                  root);
          all.any().gatherv(all.data(), all.result(), all.resultCounts(), all.root());
        });
  }

  /** Starts it: collects blocks of any lengths at the root. */
  public final Request iGatherv(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType,
      int root)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.gatherv(
                  this,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCounts,
                  displacements,
                  receiveType,
                  root);
          return over(all.any().iGatherv(all.data(), all.result(), all.resultCounts(), all.root()));
        });
  }

  /** Collects blocks at the root, which calls this; its own is in place. */
  public final void gatherv(
      Object receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType,
      int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.gathervAtRoot(
                  this, receiveBuffer, receiveCounts, displacements, receiveType, root);
          all.any().gatherv(all.data(), all.result(), all.resultCounts(), all.root());
        });
  }

  /** Starts it: collects blocks at the root, which calls this; its own is in place. */
  public final Request iGatherv(
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType,
      int root)
      throws MPIException {
    Buffers.requireDirect(receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.gathervAtRoot(
                  this, receiveBuffer, receiveCounts, displacements, receiveType, root);
          return over(all.any().iGatherv(all.data(), all.result(), all.resultCounts(), all.root()));
        });
  }

  /** Sends a block to the root; for all other ranks. */
  public final void gatherv(Object sendBuffer, int sendCount, Datatype sendType, int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Movement.gathervAtLeaf(this, sendBuffer, sendCount, sendType, root);
          all.any().gatherv(all.data(), all.result(), all.resultCounts(), all.root());
        });
  }

  /** Starts it: sends a block to the root; for all other ranks. */
  public final Request iGatherv(Buffer sendBuffer, int sendCount, Datatype sendType, int root)
      throws MPIException {
    Buffers.requireDirect(sendBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Movement.gathervAtLeaf(this, sendBuffer, sendCount, sendType, root);
          return over(all.any().iGatherv(all.data(), all.result(), all.resultCounts(), all.root()));
        });
  }

  /** Gives every rank an equal block of the data of the root. */
  public final void scatter(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType,
      int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.scatter(
                  this,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType,
                  root);
          all.any().scatter(all.data(), all.result(), all.root());
        });
  }

  /** Starts it: gives every rank an equal block of the data of the root. */
  public final Request iScatter(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int receiveCount,
      Datatype receiveType,
      int root)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.scatter(
                  this,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType,
                  root);
          return over(all.any().iScatter(all.data(), all.result(), all.root()));
        });
  }

  /** Gives every rank a block of the root, whose own stays in place. */
  public final void scatter(Object buffer, int count, Datatype type, int root) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Movement.scatterInPlace(this, buffer, count, type, root);
          all.any().scatter(all.data(), all.result(), all.root());
        });
  }

  /** Starts it: gives every rank a block of the root, whose own stays in place. */
  public final Request iScatter(Buffer buffer, int count, Datatype type, int root)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Movement.scatterInPlace(this, buffer, count, type, root);
          return over(all.any().iScatter(all.data(), all.result(), all.root()));
        });
  }

  /** Gives every rank a block of the root; lengths may differ. */
  public final void scatterv(
      Object sendBuffer,
      int[] sendCounts,
      int[] displacements,
      Datatype sendType,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType,
      int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.scatterv(
                  this,
                  sendBuffer,
                  sendCounts,
                  displacements,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType,
                  root);
          all.any().scatterv(all.data(), all.dataCounts(), all.result(), all.root());
        });
  }

  /** Starts it: gives every rank a block of the root; lengths may differ. */
  public final Request iScatterv(
      Buffer sendBuffer,
      int[] sendCounts,
      int[] displacements,
      Datatype sendType,
      Buffer receiveBuffer,
      int receiveCount,
      Datatype receiveType,
      int root)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.scatterv(
                  this,
                  sendBuffer,
                  sendCounts,
                  displacements,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType,
                  root);
          return over(all.any().iScatterv(all.data(), all.dataCounts(), all.result(), all.root()));
        });
  }

  /** Gives every rank a block of the root, which calls this; its own stays in place. */
  public final void scatterv(
      Object sendBuffer, int[] sendCounts, int[] displacements, Datatype sendType, int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.scattervAtRoot(this, sendBuffer, sendCounts, displacements, sendType, root);
          all.any().scatterv(all.data(), all.dataCounts(), all.result(), all.root());
        });
  }

  /** Starts it: gives every rank a block of the root, which calls this; its own stays in place. */
  public final Request iScatterv(
      Buffer sendBuffer, int[] sendCounts, int[] displacements, Datatype sendType, int root)
      throws MPIException {
    Buffers.requireDirect(sendBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.scattervAtRoot(this, sendBuffer, sendCounts, displacements, sendType, root);
          return over(all.any().iScatterv(all.data(), all.dataCounts(), all.result(), all.root()));
        });
  }

  /** Receives a block of the root; for all other ranks. */
  public final void scatterv(Object receiveBuffer, int receiveCount, Datatype receiveType, int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.scattervAtLeaf(this, receiveBuffer, receiveCount, receiveType, root);
          all.any().scatterv(all.data(), all.dataCounts(), all.result(), all.root());
        });
  }

  /** Starts it: receives a block of the root; for all other ranks. */
  public final Request iScatterv(
      Buffer receiveBuffer, int receiveCount, Datatype receiveType, int root) throws MPIException {
    Buffers.requireDirect(receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.scattervAtLeaf(this, receiveBuffer, receiveCount, receiveType, root);
          return over(all.any().iScatterv(all.data(), all.dataCounts(), all.result(), all.root()));
        });
  }

  /** Collects an equal block of every rank at all ranks. */
  public final void allGather(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.gatherAll(
                  any(),
                  peers,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          all.any().allgather(all.data(), all.result());
        });
  }

  /** Starts it: collects an equal block of every rank at all ranks. */
  public final Request iAllGather(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.gatherAll(
                  any(),
                  peers,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          return over(all.any().iAllgather(all.data(), all.result()));
        });
  }

  /** Collects equal blocks at all ranks; the own block is in place. */
  public final void allGather(Object buffer, int count, Datatype type) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Movement.allGatherInPlace(this, buffer, count, type);
          all.any().allgather(all.data(), all.result());
        });
  }

  /** Starts it: collects equal blocks at all ranks; the own block is in place. */
  public final Request iAllGather(Buffer buffer, int count, Datatype type) throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Movement.allGatherInPlace(this, buffer, count, type);
          return over(all.any().iAllgather(all.data(), all.result()));
        });
  }

  /** Collects blocks of any lengths at all ranks. */
  public final void allGatherv(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.gatherAllv(
                  any(),
                  peers,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCounts,
                  displacements,
                  receiveType);
          all.any().allgatherv(all.data(), all.result(), all.resultCounts());
        });
  }

  /** Starts it: collects blocks of any lengths at all ranks. */
  public final Request iAllGatherv(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.gatherAllv(
                  any(),
                  peers,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCounts,
                  displacements,
                  receiveType);
          return over(all.any().iAllgatherv(all.data(), all.result(), all.resultCounts()));
        });
  }

  /** Collects blocks at all ranks; the own block is in place. */
  public final void allGatherv(Object buffer, int[] counts, int[] displacements, Datatype type)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Movement.allGathervInPlace(this, buffer, counts, displacements, type);
          all.any().allgatherv(all.data(), all.result(), all.resultCounts());
        });
  }

  /** Starts it: collects blocks at all ranks; the own block is in place. */
  public final Request iAllGatherv(Buffer buffer, int[] counts, int[] displacements, Datatype type)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Movement.allGathervInPlace(this, buffer, counts, displacements, type);
          return over(all.any().iAllgatherv(all.data(), all.result(), all.resultCounts()));
        });
  }

  /** Sends a block to every rank and receives one from every rank. */
  public final void allToAll(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.exchange(
                  any(),
                  peers,
                  sendBuffer,
                  sendCount,
                  sendType,
                  peers,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          all.any().alltoall(all.data(), all.result());
        });
  }

  /** Starts it: sends a block to every rank and receives one from every rank. */
  public final Request iAllToAll(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.exchange(
                  any(),
                  peers,
                  sendBuffer,
                  sendCount,
                  sendType,
                  peers,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          return over(all.any().iAlltoall(all.data(), all.result()));
        });
  }

  /** Exchanges blocks of any lengths. */
  public final void allToAllv(
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype sendType,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all =
              Movement.exchangev(
                  any(),
                  peers,
                  sendBuffer,
                  sendCounts,
                  sendDisplacements,
                  sendType,
                  peers,
                  receiveBuffer,
                  receiveCounts,
                  receiveDisplacements,
                  receiveType);
          all.any().alltoallv(all.data(), all.dataCounts(), all.result(), all.resultCounts());
        });
  }

  /** Starts it: exchanges blocks of any lengths. */
  public final Request iAllToAllv(
      Buffer sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype sendType,
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all =
              Movement.exchangev(
                  any(),
                  peers,
                  sendBuffer,
                  sendCounts,
                  sendDisplacements,
                  sendType,
                  peers,
                  receiveBuffer,
                  receiveCounts,
                  receiveDisplacements,
                  receiveType);
          return over(
              all.any().iAlltoallv(all.data(), all.dataCounts(), all.result(), all.resultCounts()));
        });
  }

  /** Exchanges blocks with a datatype each, whose displacements are in bytes. */
  public final void allToAllw(
      Buffer sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype[] sendTypes,
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype[] receiveTypes)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    Calls.run(
        handler(),
        () -> {
          TypedBlocks sent = Movement.typed(sendCounts, sendDisplacements, sendTypes, peers());
          TypedBlocks received =
              Movement.typed(receiveCounts, receiveDisplacements, receiveTypes, peers());
          any().alltoallw(Buffers.bytes(sendBuffer), sent, Buffers.bytes(receiveBuffer), received);
        });
  }

  /** Starts to exchange blocks with a datatype each, whose displacements are in bytes. */
  public final Request iAllToAllw(
      Buffer sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype[] sendTypes,
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype[] receiveTypes)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          TypedBlocks sent = Movement.typed(sendCounts, sendDisplacements, sendTypes, peers());
          TypedBlocks received =
              Movement.typed(receiveCounts, receiveDisplacements, receiveTypes, peers());
          return over(
              any()
                  .iAlltoallw(
                      Buffers.bytes(sendBuffer), sent, Buffers.bytes(receiveBuffer), received));
        });
  }

  // Neighbours

  /** Sends a block to all neighbours and receives one from each. */
  public final void neighborAllGather(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.gatherAll(
                  any(),
                  neighbours().sources().length,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          neighbours().neighbourAllgather(all.data(), all.result());
        });
  }

  /** Starts it: sends a block to all neighbours and receives one from each. */
  public final Request iNeighborAllGather(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.gatherAll(
                  any(),
                  neighbours().sources().length,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          return over(neighbours().iNeighbourAllgather(all.data(), all.result()));
        });
  }

  /** Sends a block to all neighbours; the received ones may differ in length. */
  public final void neighborAllGatherv(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.gatherAllv(
                  any(),
                  neighbours().sources().length,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCounts,
                  displacements,
                  receiveType);
          neighbours().neighbourAllgatherv(all.data(), all.result(), all.resultCounts());
        });
  }

  /** Starts it: sends a block to all neighbours; the received ones may differ in length. */
  public final Request iNeighborAllGatherv(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] displacements,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.gatherAllv(
                  any(),
                  neighbours().sources().length,
                  sendBuffer,
                  sendCount,
                  sendType,
                  receiveBuffer,
                  receiveCounts,
                  displacements,
                  receiveType);
          return over(
              neighbours().iNeighbourAllgatherv(all.data(), all.result(), all.resultCounts()));
        });
  }

  /** Exchanges a block with each neighbour. */
  public final void neighborAllToAll(
      Object sendBuffer,
      int sendCount,
      Datatype sendType,
      Object receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.exchange(
                  any(),
                  neighbours().destinations().length,
                  sendBuffer,
                  sendCount,
                  sendType,
                  neighbours().sources().length,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          neighbours().neighbourAlltoall(all.data(), all.result());
        });
  }

  /** Starts it: exchanges a block with each neighbour. */
  public final Request iNeighborAllToAll(
      Buffer sendBuffer,
      int sendCount,
      Datatype sendType,
      Buffer receiveBuffer,
      int receiveCount,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.exchange(
                  any(),
                  neighbours().destinations().length,
                  sendBuffer,
                  sendCount,
                  sendType,
                  neighbours().sources().length,
                  receiveBuffer,
                  receiveCount,
                  receiveType);
          return over(neighbours().iNeighbourAlltoall(all.data(), all.result()));
        });
  }

  /** Exchanges blocks of any lengths with the neighbours. */
  public final void neighborAllToAllv(
      Object sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype sendType,
      Object receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype receiveType)
      throws MPIException {
    Calls.run(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.exchangev(
                  any(),
                  neighbours().destinations().length,
                  sendBuffer,
                  sendCounts,
                  sendDisplacements,
                  sendType,
                  neighbours().sources().length,
                  receiveBuffer,
                  receiveCounts,
                  receiveDisplacements,
                  receiveType);
          neighbours()
              .neighbourAlltoallv(all.data(), all.dataCounts(), all.result(), all.resultCounts());
        });
  }

  /** Starts it: exchanges blocks of any lengths with the neighbours. */
  public final Request iNeighborAllToAllv(
      Buffer sendBuffer,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype sendType,
      Buffer receiveBuffer,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype receiveType)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        neighbourHandler(),
        () -> {
          Operands all =
              Movement.exchangev(
                  any(),
                  neighbours().destinations().length,
                  sendBuffer,
                  sendCounts,
                  sendDisplacements,
                  sendType,
                  neighbours().sources().length,
                  receiveBuffer,
                  receiveCounts,
                  receiveDisplacements,
                  receiveType);
          return over(
              neighbours()
                  .iNeighbourAlltoallv(
                      all.data(), all.dataCounts(), all.result(), all.resultCounts()));
        });
  }

  // Reductions

  /** Folds the data of all ranks at the root. */
  public final void reduce(
      Object sendBuffer, Object receiveBuffer, int count, Datatype type, Op op, int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.reduce(this, sendBuffer, receiveBuffer, count, type, root);
          all.any().reduce(all.data(), all.result(), Folding.operator(op, type), all.root());
        });
  }

  /** Starts it: folds the data of all ranks at the root. */
  public final Request iReduce(
      Buffer sendBuffer, Buffer receiveBuffer, int count, Datatype type, Op op, int root)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.reduce(this, sendBuffer, receiveBuffer, count, type, root);
          return over(
              all.any().iReduce(all.data(), all.result(), Folding.operator(op, type), all.root()));
        });
  }

  /** Folds the data of all ranks into that of the root. */
  public final void reduce(Object buffer, int count, Datatype type, Op op, int root)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.reduceInPlace(this, buffer, count, type, root);
          all.any().reduce(all.data(), all.result(), Folding.operator(op, type), all.root());
        });
  }

  /** Starts it: folds the data of all ranks into that of the root. */
  public final Request iReduce(Buffer buffer, int count, Datatype type, Op op, int root)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.reduceInPlace(this, buffer, count, type, root);
          return over(
              all.any().iReduce(all.data(), all.result(), Folding.operator(op, type), all.root()));
        });
  }

  /** Folds the data of all ranks at all ranks. */
  public final void allReduce(
      Object sendBuffer, Object receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.fold(any(), sendBuffer, receiveBuffer, count, type);
          all.any().allreduce(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data of all ranks at all ranks. */
  public final Request iAllReduce(
      Buffer sendBuffer, Buffer receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.fold(any(), sendBuffer, receiveBuffer, count, type);
          return over(all.any().iAllreduce(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  /** Folds the data of all ranks into itself. */
  public final void allReduce(Object buffer, int count, Datatype type, Op op) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.foldInPlace(any(), buffer, count, type);
          all.any().allreduce(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data of all ranks into itself. */
  public final Request iAllReduce(Buffer buffer, int count, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.foldInPlace(any(), buffer, count, type);
          return over(all.any().iAllreduce(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  /** Folds the data and gives each rank a block of the result. */
  public final void reduceScatter(
      Object sendBuffer, Object receiveBuffer, int[] counts, Datatype type, Op op)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.scatter(any(), sendBuffer, receiveBuffer, counts, type);
          all.any()
              .reduceScatter(
                  all.data(), all.result(), all.resultCounts(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data and gives each rank a block of the result. */
  public final Request iReduceScatter(
      Buffer sendBuffer, Buffer receiveBuffer, int[] counts, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.scatter(any(), sendBuffer, receiveBuffer, counts, type);
          return over(
              all.any()
                  .iReduceScatter(
                      all.data(), all.result(), all.resultCounts(), Folding.operator(op, type)));
        });
  }

  /** Folds the data in place; each rank finds its block at the beginning. */
  public final void reduceScatter(Object buffer, int[] counts, Datatype type, Op op)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.scatterInPlace(any(), buffer, counts, type);
          all.any()
              .reduceScatter(
                  all.data(), all.result(), all.resultCounts(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data in place; each rank finds its block at the beginning. */
  public final Request iReduceScatter(Buffer buffer, int[] counts, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.scatterInPlace(any(), buffer, counts, type);
          return over(
              all.any()
                  .iReduceScatter(
                      all.data(), all.result(), all.resultCounts(), Folding.operator(op, type)));
        });
  }

  /** Folds the data and gives each rank an equal block of the result. */
  public final void reduceScatterBlock(
      Object sendBuffer, Object receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.scatterBlock(any(), sendBuffer, receiveBuffer, count, type);
          all.any().reduceScatterBlock(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data and gives each rank an equal block of the result. */
  public final Request iReduceScatterBlock(
      Buffer sendBuffer, Buffer receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.scatterBlock(any(), sendBuffer, receiveBuffer, count, type);
          return over(
              all.any().iReduceScatterBlock(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  /** Folds the data in place; each rank finds its equal block at the beginning. */
  public final void reduceScatterBlock(Object buffer, int count, Datatype type, Op op)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.scatterBlockInPlace(any(), buffer, count, type);
          all.any().reduceScatterBlock(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data in place; each rank finds its equal block at the beginning. */
  public final Request iReduceScatterBlock(Buffer buffer, int count, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.scatterBlockInPlace(any(), buffer, count, type);
          return over(
              all.any().iReduceScatterBlock(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  /** Folds a buffer into another one of this rank. */
  public static void reduceLocal(
      Object inBuffer, Object inOutBuffer, int count, Datatype type, Op op) throws MPIException {
    Calls.run(
        () -> {
          ReductionOperator operator = Folding.operator(op, type);
          var data = Buffers.apart(inBuffer, count, 1, type, inOutBuffer);
          operator.reduceLocal(data, Buffers.of(inOutBuffer, count, type));
        });
  }
}
