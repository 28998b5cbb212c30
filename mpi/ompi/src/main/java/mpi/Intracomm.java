package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Communicator;
import io.starling.mpi.Arguments;
import io.starling.runtime.ResultRequest;
import java.nio.Buffer;

/**
 * A communicator of one group: scans, and what makes other communicators. Every call throws an
 * {@link MPIException} as those of {@link Comm} do.
 */
@SuppressWarnings("doclint:missing") // The arguments are those of MPI, by the same names.
public class Intracomm extends Comm {

  /** COMM_WORLD and COMM_SELF. */
  Intracomm() {}

  Intracomm(AnyCommunicator any, Errhandler errhandler) {
    super(any, errhandler);
  }

  Intracomm(ResultRequest<? extends AnyCommunicator> pending, Errhandler errhandler) {
    super(pending, errhandler);
  }

  @Override
  Comm like(AnyCommunicator duplicate) {
    return new Intracomm(duplicate, handler());
  }

  @Override
  Comm like(ResultRequest<? extends AnyCommunicator> duplicate) {
    return new Intracomm(duplicate, handler());
  }

  @Override
  public Intracomm clone() {
    return (Intracomm) cloned();
  }

  @Override
  public Intracomm dup() throws MPIException {
    return (Intracomm) duplicated();
  }

  @Override
  public Intracomm dupWithInfo(Info info) throws MPIException {
    return (Intracomm) duplicatedWithInfo(info);
  }

  @Override
  public Intracomm iDup() throws MPIException {
    return (Intracomm) duplicating();
  }

  // New communicators

  /** One for each color; null for the color UNDEFINED. */
  public final Intracomm split(int colour, int key) throws MPIException {
    return Calls.call(
        handler(), () -> new Intracomm(intra().split(Values.color(colour), key), handler()));
  }

  /** One for each part of the machine; null for the type UNDEFINED. */
  public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
    return Calls.call(
        handler(), () -> new Intracomm(Levels.split(intra(), splitType, key), handler()));
  }

  /** One of a group; null on ranks that are not in it. */
  public final Intracomm create(Group group) throws MPIException {
    return Calls.call(handler(), () -> new Intracomm(intra().create(group.members()), handler()));
  }

  /** One of a group, which alone needs to call it; null on other ranks. */
  public final Intracomm createGroup(Group group, int tag) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          Arguments.tag(tag);
          Communicator all = intra();
          boolean isIn = group.getRank() != MPI.UNDEFINED;
          return new Intracomm(isIn ? all.createGroup(group.members(), tag) : null, handler());
        });
  }

  /** A grid; null on ranks that are left over. */
  public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    return Calls.call(
        handler(), () -> new CartComm(Grids.create(intra(), dims, periods, reorder), handler()));
  }

  /** A graph of which all ranks give all edges; null on ranks that are left over. */
  public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
      throws MPIException {
    return Calls.call(handler(), () -> Graphs.ofAll(intra(), index, edges, reorder, handler()));
  }

  /** A graph of which each rank gives some edges, with weights. */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> Graphs.ofSome(intra(), sources, degrees, destinations, weights, reorder, handler()));
  }

  /** A graph of which each rank gives some edges. */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
      throws MPIException {
    return Calls.call(
        handler(),
        () -> Graphs.ofSome(intra(), sources, degrees, destinations, null, reorder, handler()));
  }

  /** A graph of which each rank gives its neighbours, with weights. */
  public final GraphComm createDistGraphAdjacent(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      Info info,
      boolean reorder)
      throws MPIException {
    return Calls.call(
        handler(),
        () ->
            new GraphComm(
                intra().graph(sources, sourceWeights, destinations, destinationWeights, reorder),
                handler(),
                null,
                true));
  }

  /** A graph of which each rank gives its neighbours. */
  public final GraphComm createDistGraphAdjacent(
      int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
    return Calls.call(
        handler(),
        () -> new GraphComm(intra().graph(sources, destinations, reorder), handler(), null, false));
  }

  // Scans

  /** Folds the data of all ranks up to this one. */
  public final void scan(Object sendBuffer, Object receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.fold(any(), sendBuffer, receiveBuffer, count, type);
          intra().scan(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data of all ranks up to this one. */
  public final Request iScan(
      Buffer sendBuffer, Buffer receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.fold(any(), sendBuffer, receiveBuffer, count, type);
          return over(intra().iScan(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  /** Folds the data of all ranks up to this one into its own. */
  public final void scan(Object buffer, int count, Datatype type, Op op) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.foldInPlace(any(), buffer, count, type);
          intra().scan(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data of all ranks up to this one into its own. */
  public final Request iScan(Buffer buffer, int count, Datatype type, Op op) throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.foldInPlace(any(), buffer, count, type);
          return over(intra().iScan(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  /** Folds the data of all ranks before this one. */
  public final void exScan(Object sendBuffer, Object receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.fold(any(), sendBuffer, receiveBuffer, count, type);
          intra().exclusiveScan(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data of all ranks before this one. */
  public final Request iExScan(
      Buffer sendBuffer, Buffer receiveBuffer, int count, Datatype type, Op op)
      throws MPIException {
    Buffers.requireDirect(sendBuffer, receiveBuffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.fold(any(), sendBuffer, receiveBuffer, count, type);
          return over(intra().iExclusiveScan(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  /** Folds the data of all ranks before this one into its own. */
  public final void exScan(Object buffer, int count, Datatype type, Op op) throws MPIException {
    Calls.run(
        handler(),
        () -> {
          Operands all = Folding.foldInPlace(any(), buffer, count, type);
          intra().exclusiveScan(all.data(), all.result(), Folding.operator(op, type));
        });
  }

  /** Starts it: folds the data of all ranks before this one into its own. */
  public final Request iExScan(Buffer buffer, int count, Datatype type, Op op) throws MPIException {
    Buffers.requireDirect(buffer);
    return Calls.call(
        handler(),
        () -> {
          Operands all = Folding.foldInPlace(any(), buffer, count, type);
          return over(intra().iExclusiveScan(all.data(), all.result(), Folding.operator(op, type)));
        });
  }

  // Other jobs

  /** Opens a port. */
  public static String openPort() throws MPIException {
    return Calls.call(() -> world().openPort());
  }

  /** Opens a port. */
  public static String openPort(Info info) throws MPIException {
    return openPort();
  }

  /** Closes a port. */
  public static void closePort(String name) throws MPIException {
    Calls.run(() -> world().closePort(name));
  }

  /** Waits for a group that connects at a port. */
  public final Intercomm accept(String port, int root) throws MPIException {
    return Calls.call(handler(), () -> new Intercomm(Ports.accept(intra(), port, root), handler()));
  }

  /** Waits for a group that connects at a port. */
  public final Intercomm accept(String port, Info info, int root) throws MPIException {
    return accept(port, root);
  }

  /** Connects to a group at a port. */
  public final Intercomm connect(String port, int root) throws MPIException {
    return Calls.call(
        handler(), () -> new Intercomm(Ports.connect(intra(), port, root), handler()));
  }

  /** Connects to a group at a port. */
  public final Intercomm connect(String port, Info info, int root) throws MPIException {
    return connect(port, root);
  }

  /** Makes a port known by a name. */
  public static void publishName(String service, String port) throws MPIException {
    Calls.run(() -> Ports.publish(world(), service, port));
  }

  /** Makes a port known by a name. */
  public static void publishName(String service, Info info, String port) throws MPIException {
    publishName(service, port);
  }

  /** Takes a name back. */
  public static void unpublishName(String service, String port) throws MPIException {
    Calls.run(() -> Ports.unpublish(world(), service));
  }

  /** Takes a name back. */
  public static void unpublishName(String service, Info info, String port) throws MPIException {
    unpublishName(service, port);
  }

  /** The port of a name. */
  public static String lookupName(String service) throws MPIException {
    return Calls.call(() -> Ports.lookUp(world(), service));
  }

  /** The port of a name. */
  public static String lookupName(String service, Info info) throws MPIException {
    return lookupName(service);
  }

  private static Communicator world() {
    return MPI.COMM_WORLD.intra();
  }

  /** Starts ranks that run a program. */
  public final Intercomm spawn(
      String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes)
      throws MPIException {
    return spawnMultiple(
        new String[] {command},
        argv == null ? null : new String[][] {argv},
        new int[] {maxprocs},
        new Info[] {info},
        root,
        errcodes);
  }

  /** Starts ranks that run several programs. */
  public final Intercomm spawnMultiple(
      String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root, int[] errcodes)
      throws MPIException {
    return Calls.call(
        handler(),
        () ->
            new Intercomm(
                Spawns.spawn(intra(), commands, argv, maxprocs, info, root, errcodes), handler()));
  }
}
