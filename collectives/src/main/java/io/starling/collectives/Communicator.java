package io.starling.collectives;

import io.starling.runtime.progress.ThreadLevel;
import io.starling.topology.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A group of ranks that communicate among themselves (MPI 4.1, chapter 7).
 *
 * <p>What two ranks send each other is in {@link PointToPointCommunicator}.
 *
 * <p>Every collective comes in three forms that run the same machine: blocking ({@code broadcast}),
 * non-blocking ({@code iBroadcast}) and persistent ({@code broadcastInit}). All ranks call the
 * collectives of one communicator in the same order, with the same root, count and datatype, or
 * with datatypes that have the same basic elements in the same order elsewhere. At most 1024 of
 * them may be under way at a time.
 *
 * <p>Threads: which may call is what {@link #threadLevel} says, by default only the one that joined
 * the job; others get an {@link IllegalStateException}. Where all may (MULTIPLE), a thread that
 * waits in a call does not hold up others; two threads that call collectives at the same time do so
 * on two communicators.
 *
 * <p>Buffers belong to Starling from the start of an operation to its completion. With a thread for
 * progress or with MULTIPLE they may not be confined to a thread, and reduction operators and the
 * stages of requests run on whichever thread makes progress.
 */
public interface Communicator
    extends PointToPointCommunicator,
        CollectiveMovement,
        CollectiveReduction,
        FailureMitigation,
        AutoCloseable {

  /** Instead of a color: this rank will be in no new communicator (MPI_UNDEFINED). */
  int UNDEFINED = -1;

  /** Which threads may call (MPI_Query_thread). It is the same for all communicators of a job. */
  ThreadLevel threadLevel();

  /**
   * Which algorithm runs, with the values of its parameters, such as {@code
   * "chain,segment=131072"}.
   *
   * @param collective such as {@code "broadcast"} or {@code "reduce-scatter"}
   * @param bytes the length of the message
   */
  String algorithmFor(String collective, long bytes);

  /**
   * The same communicator with other choices of algorithm, such as {@code
   * "broadcast=binomial,segment=32K"}; see {@code starling algorithms} for the names.
   *
   * @throws IllegalArgumentException if an algorithm, a parameter or a value is unknown; the
   *     message lists the known
   */
  Communicator withAlgorithm(String specification);

  /**
   * Makes a communicator for each color: of the ranks that pass it, in the order of their keys, and
   * of their ranks here where keys are the same (MPI_Comm_split). All ranks must call it.
   *
   * <pre>{@code
   * // The ranks of each node, and one rank of each node.
   * try (Communicator node = world.splitByLevel(Level.NODE);
   *     Communicator leaders = world.split(node.rank() == 0 ? 0 : UNDEFINED, world.rank())) {
   *   ...
   * }
   * }</pre>
   *
   * @param color not negative, or {@link #UNDEFINED}
   * @return this rank's new communicator, which is to be closed before this one; null where the
   *     color is {@link #UNDEFINED}
   */
  Communicator split(int color, int key);

  /**
   * Makes a communicator for each group of ranks that share an object of a level: a node, a package
   * (MPI_Comm_split_type). They keep their order. Ranks that are not bound to a single object of
   * the level stay together with those of the next larger one that they share. An L3 cache that
   * spans NUMA nodes counts as one for each of them. All ranks must call it.
   */
  Communicator splitByLevel(Level level);

  /**
   * The same ranks, whose messages are kept apart from those of this communicator (MPI_Comm_dup): a
   * library makes itself one. All ranks must call it.
   */
  Communicator duplicate();

  /** A grid whose ranks keep their order. */
  default CartesianCommunicator cartesian(int[] dimensions, boolean[] periodic) {
    return cartesian(dimensions, periodic, false);
  }

  /**
   * Puts the ranks on a grid, in row-major order (MPI_Cart_create). All ranks must call it, with
   * the same values.
   *
   * <pre>{@code
   * // A plane, as nearly square as can be, whose rows are rings.
   * CartesianCommunicator plane = world.cartesian(new int[] {0, 0}, new boolean[] {false, true});
   * }</pre>
   *
   * @param dimensions their lengths; zeros are chosen so that all ranks have a place and dimensions
   *     are as nearly equal as can be (MPI_Dims_create)
   * @param periodic for each dimension whether it is a ring
   * @param reorder whether ranks may be numbered anew to suit the hardware; for now they never are
   * @return the grid, which is to be closed before this communicator; null on ranks that are left
   *     over, which are the last ones, where dimensions without zeros need fewer
   * @throws IllegalArgumentException if a dimension is negative, if the grid needs more ranks than
   *     there are, or if the number of ranks can't be divided as zeros ask for
   */
  CartesianCommunicator cartesian(int[] dimensions, boolean[] periodic, boolean reorder);

  /**
   * Gives every rank neighbours of its own (MPI_Dist_graph_create_adjacent). All ranks must call
   * it. A rank may be listed several times, also this one.
   *
   * @param sources whom this rank receives from
   * @param destinations whom it sends to; each of them has this rank among its sources as often,
   *     which is checked under {@code --check} only
   * @return the graph, which is to be closed before this communicator
   */
  GraphCommunicator graph(int[] sources, int[] destinations);

  /**
   * Native memory from which messages are cheapest ({@code MPI_Alloc_mem}, MPI 9.2): where the
   * ranks of a host share memory, peers copy straight from and to it. Any other memory may be sent
   * too.
   *
   * @param bytes how many zeros, aligned to cache lines
   * @param arena how long it lives
   * @throws OutOfMemoryError if there is none left
   */
  MemorySegment allocate(long bytes, Arena arena);

  /**
   * Leaves. Requests must be complete, and messages of matched probes received. A second close does
   * nothing.
   *
   * <p>To close the communicator of the whole job is to leave the job, also where something is
   * still open, which is told by an exception; after that its derived ones can't be used either. A
   * derived one with open requests stays open.
   *
   * @throws IllegalStateException if requests or messages are open; the message names them
   */
  @Override
  void close();
}
