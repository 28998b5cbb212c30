package mpi;

import io.starling.collectives.Communicator;
import io.starling.mpi.Arguments;
import java.util.Arrays;
import mpi.Collectives.Side;

/** A communicator of one group, with collectives. */
@SuppressWarnings({
  "MemberName", // mpiJava's names.
  "doclint:missing" // Arguments that all collectives have are described once.
})
public class Intracomm extends Comm {

  Intracomm(Communicator communicator, Session session) {
    super(communicator, communicator.group(), session);
  }

  /** A communicator that this process is not a member of. */
  Intracomm(io.starling.collectives.Group members) {
    super(members);
  }

  final Communicator communicator() {
    return (Communicator) starlings();
  }

  private Communicator ready() {
    Session.current();
    return communicator();
  }

  private static boolean isOfObjects(Layout layout) {
    return layout.kind() == Layout.Kind.OBJECT;
  }

  private static Side side(Object array, int offset, int count, Datatype type) {
    return new Side(array, offset, count, Datatype.layout(type));
  }

  /** All blocks of a call whose blocks have counts of their own. */
  private static Side side(Object array, int offset, Datatype type) {
    return new Side(array, offset, 0, Datatype.layout(type));
  }

  /** The same communicator for other messages; all call it. */
  @Override
  @SuppressWarnings({"CloneDeclaresCloneNotSupported", "checkstyle:NoClone"})
  public Object clone() throws MPIException {
    try {
      return new Intracomm(session().keep(ready().duplicate()), session());
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Compares communicators; see {@link Comm#Compare}. */
  public static int Compare(Comm comm1, Comm comm2) throws MPIException {
    return Comm.Compare(comm1, comm2);
  }

  /**
   * A communicator of the processes of a group. These call it; the others may, and get an object
   * that tells the group, and whose rank is UNDEFINED, as in MPJ Express.
   */
  public Intracomm Create(Group group) throws MPIException {
    try {
      Communicator all = ready();
      io.starling.collectives.Group members = group.starlings();
      return members.contains(session().process())
          ? new Intracomm(session().keep(all.createGroup(members, 0)), session())
          : new Intracomm(members);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * A communicator for each colour, which is any number; its ranks are ordered by key. All call it.
   *
   * @return null for UNDEFINED, as MPI has it
   */
  public Intracomm Split(int colour, int key) throws MPIException {
    try {
      Communicator made = split(colour, key);
      return made == null ? null : new Intracomm(session().keep(made), session());
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Starling's colours are not negative: the lowest rank of a colour stands for it. */
  private Communicator split(int colour, int key) {
    Communicator all = ready();
    int[] colours = all.allgather(colour);
    int first = 0;
    while (colours[first] != colour) {
      first++;
    }
    return all.split(colour == MPI.NONE ? Communicator.UNDEFINED : first, key);
  }

  /** The first processes as a communicator; null on the others. */
  private Communicator first(long count) {
    Communicator all = ready();
    if (count > all.size()) {
      throw new MPIException(
          "the topology has %d places, the communicator %d processes".formatted(count, all.size()));
    }
    int last = (int) count - 1;
    Communicator made = all.split(all.rank() <= last ? 0 : Communicator.UNDEFINED, all.rank());
    return made == null ? null : session().keep(made);
  }

  /** Puts the processes on a grid in their order; null for those that it does not need. */
  public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) throws MPIException {
    try {
      Communicator made = first(Cartcomm.places(dims));
      return made == null
          ? null
          : new Cartcomm(made, session(), dims.clone(), Arrays.copyOf(periods, dims.length));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Puts the processes on a graph in their order; null for those that it does not need. */
  public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
    try {
      Communicator made = first(index.length);
      return made == null ? null : new Graphcomm(made, session(), index.clone(), edges.clone());
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Waits until all have called it. */
  public void Barrier() throws MPIException {
    try {
      ready().barrier();
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives all the elements of the root. */
  public void Bcast(Object buf, int offset, int count, Datatype type, int root)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.root(root, all.size());
      Arguments.count(count);
      Layout layout = Datatype.layout(type);
      if (isOfObjects(layout)) {
        new ObjectBlocks(all).broadcast(new Side(buf, offset, count, layout), root);
      } else {
        Collectives.broadcast(all, buf, offset, count, layout, root);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives the root a block of each. */
  public void Gather(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.root(root, all.size());
      Side from = side(sendbuf, sendoffset, sendcount, sendtype);
      Side to = side(recvbuf, recvoffset, recvcount, recvtype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).gather(from, to, root);
      } else {
        Collectives.gather(all, from, to, root);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives the root blocks of any lengths. */
  public void Gatherv(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.root(root, all.size());
      Side from = side(sendbuf, sendoffset, sendcount, sendtype);
      Side to = side(recvbuf, recvoffset, recvtype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).gatherv(from, to, recvcounts, displs, root);
      } else {
        Collectives.gatherv(all, from, to, recvcounts, displs, root);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives each a block of the root. */
  public void Scatter(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.root(root, all.size());
      Side from = side(sendbuf, sendoffset, sendcount, sendtype);
      Side to = side(recvbuf, recvoffset, recvcount, recvtype);
      if (isOfObjects(to.layout())) {
        new ObjectBlocks(all).scatter(from, to, root);
      } else {
        Collectives.scatter(all, from, to, root);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives each a block of the root, of any lengths. */
  public void Scatterv(
      Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] displs,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.root(root, all.size());
      Side from = side(sendbuf, sendoffset, sendtype);
      Side to = side(recvbuf, recvoffset, recvcount, recvtype);
      if (isOfObjects(to.layout())) {
        new ObjectBlocks(all).scatterv(from, sendcounts, displs, to, root);
      } else {
        Collectives.scatterv(all, from, sendcounts, displs, to, root);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives all a block of each. */
  public void Allgather(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    try {
      Communicator all = ready();
      Side from = side(sendbuf, sendoffset, sendcount, sendtype);
      Side to = side(recvbuf, recvoffset, recvcount, recvtype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).allgather(from, to);
      } else {
        Collectives.allgather(all, from, to);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives all blocks of any lengths. */
  public void Allgatherv(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    try {
      Communicator all = ready();
      Side from = side(sendbuf, sendoffset, sendcount, sendtype);
      Side to = side(recvbuf, recvoffset, recvtype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).allgatherv(from, to, recvcounts, displs);
      } else {
        Collectives.allgatherv(all, from, to, recvcounts, displs);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives each a block from each. */
  public void Alltoall(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    try {
      Communicator all = ready();
      Side from = side(sendbuf, sendoffset, sendcount, sendtype);
      Side to = side(recvbuf, recvoffset, recvcount, recvtype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).alltoall(from, to);
      } else {
        Collectives.alltoall(all, from, to);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives each a block from each, of any lengths. */
  public void Alltoallv(
      Object sendbuf,
      int sendoffset,
      int[] sendcounts,
      int[] sdispls,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    try {
      Communicator all = ready();
      Side from = side(sendbuf, sendoffset, sendtype);
      Side to = side(recvbuf, recvoffset, recvtype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).alltoallv(from, sendcounts, sdispls, to, recvcounts, rdispls);
      } else {
        Collectives.alltoallv(all, from, sendcounts, sdispls, to, recvcounts, rdispls);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives the root the fold of all. */
  public void Reduce(
      Object sendbuf,
      int sendoffset,
      Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op,
      int root)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.root(root, all.size());
      Arguments.count(count);
      Side from = side(sendbuf, sendoffset, count, datatype);
      Side to = side(recvbuf, recvoffset, count, datatype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).reduce(from, to, datatype, op, root);
      } else {
        Collectives.reduce(all, from, to, datatype, op, root);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives all the fold of all; data and result may be one place. */
  public void Allreduce(
      Object sendbuf,
      int sendoffset,
      Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.count(count);
      Side from = side(sendbuf, sendoffset, count, datatype);
      Side to = side(recvbuf, recvoffset, count, datatype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).allreduce(from, to, datatype, op);
      } else {
        Collectives.allreduce(all, from, to, datatype, op);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives each the fold of all up to itself. */
  public void Scan(
      Object sendbuf,
      int sendoffset,
      Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    try {
      Communicator all = ready();
      Arguments.count(count);
      Side from = side(sendbuf, sendoffset, count, datatype);
      Side to = side(recvbuf, recvoffset, count, datatype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).scan(from, to, datatype, op);
      } else {
        Collectives.scan(all, from, to, datatype, op);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** Gives each a block of the fold of all. */
  public void Reduce_scatter(
      Object sendbuf,
      int sendoffset,
      Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      Datatype datatype,
      Op op)
      throws MPIException {
    try {
      Communicator all = ready();
      Side from = side(sendbuf, sendoffset, datatype);
      Side to = side(recvbuf, recvoffset, datatype);
      if (isOfObjects(from.layout())) {
        new ObjectBlocks(all).reduceScatter(from, to, recvcounts, datatype, op);
      } else {
        Collectives.reduceScatter(all, from, to, recvcounts, datatype, op);
      }
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }
}
