package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Intercommunicator;
import io.starling.mpi.Arguments;

/**
 * A communicator. The array of a call may have any length: what counts is that the elements that
 * travel lie in it.
 */
@SuppressWarnings({
  "MemberName", // mpiJava's names.
  "checkstyle:VisibilityModifier",
  "checkstyle:IllegalIdentifierName"
})
public class Comm {

  /** Not used. */
  public mpjdev.Comm mpjdevComm;

  /** The local group; null for COMM_NULL. */
  public Group group;

  /** Null if this process is not a member. */
  private final AnyCommunicator communicator;

  private final Messages messages;
  private final Session session;
  private final int rank;

  /** COMM_NULL, or a communicator that this process is not a member of. */
  Comm(io.starling.collectives.Group members) {
    group = members == null ? null : new Group(members);
    communicator = null;
    messages = null;
    session = null;
    rank = MPI.NONE;
  }

  Comm(AnyCommunicator communicator, io.starling.collectives.Group peers, Session session) {
    this.communicator = communicator;
    this.session = session;
    messages = new Messages(communicator, peers, session);
    group = new Group(communicator.group());
    rank = communicator.rank();
  }

  private Messages messages() {
    if (messages == null) {
      throw new MPIException("this process is not in the communicator");
    }
    return messages;
  }

  AnyCommunicator starlings() {
    if (communicator == null) {
      throw new MPIException("this process is not in the communicator");
    }
    return communicator;
  }

  Session session() {
    starlings();
    return session;
  }

  /**
   * The number of processes in the local group.
   *
   * @return at least 1
   */
  public int Size() throws MPIException {
    return group == null ? MPI.NONE : group.Size();
  }

  /**
   * The number of this process in the local group.
   *
   * @return from 0; UNDEFINED if it is not a member
   */
  public int Rank() throws MPIException {
    return rank;
  }

  /**
   * The local group.
   *
   * @return the group
   */
  public Group Group() throws MPIException {
    return group;
  }

  /**
   * Compares communicators.
   *
   * @param comm1 a communicator
   * @param comm2 another one
   * @return IDENT for the same, CONGRUENT for the same processes in the same order, SIMILAR for
   *     those in another order, UNEQUAL otherwise
   */
  public static int Compare(Comm comm1, Comm comm2) throws MPIException {
    AnyCommunicator first = comm1.starlings();
    AnyCommunicator second = comm2.starlings();
    if (first instanceof Communicator one && second instanceof Communicator other) {
      return Group.code(one.compare(other));
    }
    return first instanceof Intercommunicator one && second instanceof Intercommunicator other
        ? Group.code(one.compare(other))
        : MPI.UNEQUAL;
  }

  /**
   * A communicator of the same processes. All call it.
   *
   * @return the same type as this one
   */
  @Override
  @SuppressWarnings({"CloneDeclaresCloneNotSupported", "checkstyle:NoClone"})
  public Object clone() throws MPIException {
    throw new MPIException("this process is not in the communicator");
  }

  /** Gives it back. As in MPJ Express it stays usable, but not for ever. */
  public void Free() throws MPIException {
    if (communicator != null) {
      session.free(communicator);
    }
  }

  /**
   * Whether there are two groups.
   *
   * @return true for an intercommunicator
   */
  public boolean Test_inter() throws MPIException {
    return communicator instanceof Intercommunicator;
  }

  /**
   * The kind of topology.
   *
   * @return CART, GRAPH or UNDEFINED
   */
  public int Topo_test() throws MPIException {
    return MPI.NONE;
  }

  /**
   * Ends all processes of the job, as MPI means it. MPJ Express itself does nothing here.
   *
   * @param errorcode the exit status
   */
  public void Abort(int errorcode) throws MPIException {
    Session.current().world().abort(errorcode);
  }

  /**
   * The value of an attribute.
   *
   * @param keyval TAG_UB, HOST or IO
   * @return an Integer
   */
  public Object Attr_get(int keyval) throws MPIException {
    if (this == MPI.COMM_WORLD) {
      switch (keyval) {
        case MPI.KEY_OF_TAG_UB -> {
          return Communicator.MAX_TAG;
        }
        case MPI.KEY_OF_HOST -> {
          return MPI.NONE;
        }
        case MPI.KEY_OF_IO -> {
          return rank;
        }
        default -> {}
      }
    }
    throw new MPIException("the communicator has no attribute " + keyval);
  }

  /**
   * Refuses: the attributes that there are stay.
   *
   * @param keyval an attribute
   */
  public void Attr_delete(int keyval) throws MPIException {
    throw new MPIException("the attribute %d can't be deleted".formatted(keyval));
  }

  /**
   * An intercommunicator of the processes of a communicator and of another one. All processes of
   * both call it, the leaders on a communicator that both are in.
   *
   * @param local_comm the local processes
   * @param local_leader the rank of the leader among them
   * @param remote_leader the rank of the other leader in this communicator
   * @param tag of the messages between the leaders
   * @return the new communicator
   */
  public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag)
      throws MPIException {
    try {
      Session open = Session.current();
      if (!(local_comm.starlings() instanceof Communicator local)) {
        throw new MPIException("the local communicator is an intercommunicator");
      }
      Communicator peer = communicator instanceof Communicator both ? both : null;
      Arguments.rank(local_leader, local.size());
      int used = tag & Communicator.MAX_TAG;
      return new Intercomm(
          open.keep(local.createIntercommunicator(local_leader, peer, remote_leader, used)), open);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Sends a message.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   */
  public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    messages().send(Messages.Mode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  /**
   * Starts to send a message; the array may be changed at once.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        messages().start(Messages.Mode.STANDARD, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Prepares a Send that can be started many times; each run sends what the array then holds.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Prequest Send_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    Messages sender = messages();
    return new Prequest(
        () -> sender.start(Messages.Mode.STANDARD, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Sends a copy of a message and does not wait for its receive. The attached buffer must be there;
   * its capacity is advice.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   */
  public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    messages().send(Messages.Mode.BUFFERED, buf, offset, count, datatype, dest, tag);
  }

  /**
   * Sends a copy of a message and does not wait for its receive.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        messages().start(Messages.Mode.BUFFERED, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Prepares a Bsend that can be started many times; each run sends what the array then holds.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Prequest Bsend_init(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
    Messages sender = messages();
    return new Prequest(
        () -> sender.start(Messages.Mode.BUFFERED, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Sends a message and waits until a receive has matched it.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   */
  public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    messages().send(Messages.Mode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
  }

  /**
   * Starts to send a message; the request ends when a receive has matched it.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        messages().start(Messages.Mode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Prepares a Ssend that can be started many times; each run sends what the array then holds.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Prequest Ssend_init(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
    Messages sender = messages();
    return new Prequest(
        () -> sender.start(Messages.Mode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Sends a message; the receive need not be posted yet.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   */
  public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    messages().send(Messages.Mode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  /**
   * Starts to send a message; the receive need not be posted yet.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return new Request(
        messages().start(Messages.Mode.STANDARD, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Prepares a Rsend that can be started many times; each run sends what the array then holds.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param tag 0 or more
   * @return the request
   */
  public Prequest Rsend_init(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag) throws MPIException {
    Messages sender = messages();
    return new Prequest(
        () -> sender.start(Messages.Mode.STANDARD, buf, offset, count, datatype, dest, tag));
  }

  /**
   * Receives a message.
   *
   * @param buf an array of the base type
   * @param offset where the first element goes
   * @param count how many there may be
   * @param datatype of each
   * @param source the sending rank, ANY_SOURCE or PROC_NULL
   * @param tag of the message, or ANY_TAG
   * @return source, tag and length
   */
  public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    return messages().receive(buf, offset, count, datatype, source, tag);
  }

  /**
   * Starts to receive a message. The data is in the array when Wait or Test have returned.
   *
   * @param buf an array of the base type
   * @param offset where the first element goes
   * @param count how many there may be
   * @param datatype of each
   * @param source the sending rank, ANY_SOURCE or PROC_NULL
   * @param tag of the message, or ANY_TAG
   * @return the request
   */
  public Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    return new Request(messages().startReceive(buf, offset, count, datatype, source, tag));
  }

  /**
   * Prepares a receive that can be started many times.
   *
   * @param buf an array of the base type
   * @param offset where the first element goes
   * @param count how many there may be
   * @param datatype of each
   * @param source the sending rank, ANY_SOURCE or PROC_NULL
   * @param tag of the message, or ANY_TAG
   * @return the request
   */
  public Prequest Recv_init(
      Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    Messages receiver = messages();
    return new Prequest(() -> receiver.startReceive(buf, offset, count, datatype, source, tag));
  }

  /**
   * Sends a message and receives one at the same time; both may be in one array.
   *
   * @param sendbuf an array of the base type
   * @param sendoffset where the first element is
   * @param sendcount how many elements are sent
   * @param sendtype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param sendtag of the message that is sent
   * @param recvbuf takes the received message
   * @param recvoffset where the first element goes
   * @param recvcount how many there may be
   * @param recvtype of each
   * @param source the sending rank, ANY_SOURCE or PROC_NULL
   * @param recvtag of the message that is received, or ANY_TAG
   * @return source, tag and length of the received message
   */
  public Status Sendrecv(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag)
      throws MPIException {
    Messages all = messages();
    Pending send =
        sendbuf == recvbuf
            ? all.start(
                Messages.Mode.STANDARD, sendbuf, sendoffset, sendcount, sendtype, dest, sendtag)
            : all.startInPlace(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
    Status status = all.receive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
    await(send);
    return status;
  }

  private static void await(Pending send) {
    try {
      send.await();
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Sends the elements of an array and receives others in their place.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements are sent, and may be received
   * @param datatype of each
   * @param dest the receiving rank, or PROC_NULL
   * @param sendtag of the message that is sent
   * @param source the sending rank, ANY_SOURCE or PROC_NULL
   * @param recvtag of the message that is received, or ANY_TAG
   * @return source, tag and length of the received message
   */
  public Status Sendrecv_replace(
      Object buf,
      int offset,
      int count,
      Datatype datatype,
      int dest,
      int sendtag,
      int source,
      int recvtag)
      throws MPIException {
    return Sendrecv(
        buf, offset, count, datatype, dest, sendtag, buf, offset, count, datatype, source, recvtag);
  }

  /**
   * Waits for a message and does not receive it.
   *
   * @param source the sending rank, or ANY_SOURCE
   * @param tag of the message, or ANY_TAG
   * @return its source, tag and length
   */
  public Status Probe(int source, int tag) throws MPIException {
    return messages().probe(source, tag);
  }

  /**
   * Looks for a message and does not receive it.
   *
   * @param source the sending rank, or ANY_SOURCE
   * @param tag of the message, or ANY_TAG
   * @return its source, tag and length; null if there is none
   */
  public Status Iprobe(int source, int tag) throws MPIException {
    return messages().iprobe(source, tag);
  }

  /**
   * Adds elements to a buffer.
   *
   * @param inbuf an array of the base type
   * @param offset where the first element is
   * @param incount how many elements
   * @param datatype of each
   * @param outbuf takes them, after those that it has
   * @param position the position so far; 0 at first
   * @return the next position
   */
  public int Pack(
      Object inbuf, int offset, int incount, Datatype datatype, mpjbuf.Buffer outbuf, int position)
      throws MPIException {
    return Packing.pack(inbuf, offset, incount, datatype, outbuf, position);
  }

  /**
   * Takes elements from a buffer.
   *
   * @param inbuf a buffer that was received, or packed
   * @param position the position so far; 0 at first
   * @param outbuf an array of the base type
   * @param offset where the first element goes
   * @param outcount how many elements
   * @param datatype of each
   * @return the next position
   */
  public int Unpack(
      mpjbuf.Buffer inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype)
      throws MPIException {
    return Packing.unpack(inbuf, position, outbuf, offset, outcount, datatype);
  }

  /**
   * The room that elements take in a buffer.
   *
   * @param incount how many elements
   * @param datatype of each
   * @return bytes; the contents of objects don't count
   */
  public int Pack_size(int incount, Datatype datatype) throws MPIException {
    return Packing.size(incount, datatype);
  }

  /**
   * The same as {@link #Send}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   */
  protected void send(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    Send(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Bsend}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   */
  protected void bsend(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    Bsend(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Ssend}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   */
  protected void ssend(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    Ssend(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Rsend}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   */
  protected void rsend(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    Rsend(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Isend}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   * @return as there
   */
  protected Request isend(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    return Isend(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Ibsend}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   * @return as there
   */
  protected Request ibsend(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    return Ibsend(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Issend}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   * @return as there
   */
  protected Request issend(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    return Issend(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Irsend}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param dest the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   * @return as there
   */
  protected Request irsend(
      Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean pt2pt)
      throws MPIException {
    return Irsend(buf, offset, count, datatype, dest, tag);
  }

  /**
   * The same as {@link #Recv}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param source the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   * @return as there
   */
  protected Status recv(
      Object buf, int offset, int count, Datatype datatype, int source, int tag, boolean pt2pt)
      throws MPIException {
    return Recv(buf, offset, count, datatype, source, tag);
  }

  /**
   * The same as {@link #Irecv}, for subclasses.
   *
   * @param buf an array of the base type
   * @param offset where the first element is
   * @param count how many elements
   * @param datatype of each
   * @param source the rank at the other end
   * @param tag of the message
   * @param pt2pt not used
   * @return as there
   */
  protected Request irecv(
      Object buf, int offset, int count, Datatype datatype, int source, int tag, boolean pt2pt)
      throws MPIException {
    return Irecv(buf, offset, count, datatype, source, tag);
  }

  /**
   * The same as {@link #Sendrecv}, for subclasses.
   *
   * @param sendbuf an array of the base type
   * @param sendoffset where the first element is
   * @param sendcount how many elements are sent
   * @param sendtype of each
   * @param dest the receiving rank
   * @param sendtag of the message that is sent
   * @param recvbuf takes the received message
   * @param recvoffset where the first element goes
   * @param recvcount how many there may be
   * @param recvtype of each
   * @param source the sending rank
   * @param recvtag of the message that is received
   * @return source, tag and length of the received message
   */
  protected Status sendrecv(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag)
      throws MPIException {
    return Sendrecv(
        sendbuf,
        sendoffset,
        sendcount,
        sendtype,
        dest,
        sendtag,
        recvbuf,
        recvoffset,
        recvcount,
        recvtype,
        source,
        recvtag);
  }
}
