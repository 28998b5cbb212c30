package io.starling.collectives;

import io.starling.collectives.communicator.RankCommunicator;
import io.starling.runtime.ResultRequest;
import io.starling.runtime.ThreadLevel;
import io.starling.topology.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A group of ranks that communicate with each other (MPI 4.1, chapter 7). {@link Starling#world}
 * gives the communicator of all ranks of the job; {@link #split} and the like derive others.
 *
 * <p>Messages between two ranks are in {@link PointToPointCommunicator}, collectives in {@link
 * DataMovementCollectives} and {@link ReductionCollectives}. The same calls for whole arrays are in
 * {@link ArrayMessages}, {@link ArrayMovement}, {@link ArrayBlocks} and {@link ArrayReductions},
 * non-blocking ones in {@link ArrayRequests} and {@link ArrayMovementRequests}, and those for
 * single values in {@link ValueCollectives}. Messages in parts are in {@link PartitionedMessages},
 * objects travel by {@link ObjectMessages}. Communicators of chosen ranks are made by {@link
 * GroupManagement}, memory that others access by {@link Windows}, and files opened by {@link
 * FileManagement}. More ranks are started by {@link ProcessManagement}.
 *
 * <p>Every collective has three forms: blocking ({@code broadcast}), non-blocking ({@code
 * iBroadcast}) and persistent ({@code broadcastInit}). All ranks call the collectives of a
 * communicator in the same order, with the same root and the same type signature: the same basic
 * elements in the same order. At most 1024 collectives of a communicator may be open at a time.
 *
 * <p>Threads: {@link #threadLevel} says which threads may call; by default only the thread that
 * joined the job. Calls by other threads throw an {@link IllegalStateException}. With {@link
 * ThreadLevel#MULTIPLE}, a thread that waits in a call does not block other threads; threads that
 * call collectives at the same time use a communicator each.
 *
 * <p>Buffers belong to Starling from the start of an operation to its completion. With a progress
 * thread or {@code MULTIPLE}, their memory must not be confined to a thread, and reduction
 * operators and the stages of requests run on any thread that makes progress.
 */
public sealed interface Communicator
    extends AnyCommunicator,
        ArrayRequests,
        ArrayMovement,
        ArrayBlocks,
        ArrayMovementRequests,
        ArrayReductions,
        ValueCollectives,
        ObjectCollectives,
        GroupManagement,
        FileManagement,
        Windows,
        ProcessManagement,
        FaultTolerance
    permits NeighbourCommunicator, RankCommunicator {

  /** In place of a color: this rank is in none of the new communicators (MPI_UNDEFINED). */
  int UNDEFINED = -1;

  /**
   * Ends all ranks of the job at once (MPI_Abort), also with {@code --on-failure return}. Shutdown
   * hooks do not run; nothing is flushed or closed. If ranks are threads of one JVM, it throws an
   * exception instead, and {@link Starling#local} ends the ranks and throws it, too. Ranks that a
   * scheduler without a launcher has started, such as Kubernetes, are not ended by this rank: the
   * scheduler sees its exit status.
   *
   * @param status the exit status of this process and of {@code starling run}, of which a process
   *     passes on the lowest eight bits, and 1 instead of 256 and the like; with 0, only {@code
   *     starling run} ends with 0, and this process with 1
   */
  void abort(int status);

  /**
   * Which threads may call (MPI_Query_thread).
   *
   * @return the thread level, the same for all communicators of a job
   */
  ThreadLevel threadLevel();

  /**
   * The algorithm that a collective of this communicator would use.
   *
   * @param collective the name of the collective, such as {@code "broadcast"} or {@code
   *     "reduce-scatter"}
   * @param bytes the length of the message in bytes
   * @return the algorithm and its parameters, such as {@code "chain,segment=131072"}
   * @throws IllegalArgumentException if there is no such collective; the message lists them
   */
  String algorithmFor(String collective, long bytes);

  /**
   * A view of this communicator that uses other algorithms. Its calls are calls of this
   * communicator: both count in the order of collectives, and closing one closes both. All ranks
   * must use the same algorithm for a call.
   *
   * @param specification collectives, algorithms and parameters, such as {@code
   *     "broadcast=binomial,segment=32K"}; {@code starling algorithms} lists them
   * @return a view of this communicator
   * @throws IllegalArgumentException if an algorithm, a parameter or a value is unknown; the
   *     message lists what is known
   */
  Communicator withAlgorithm(String specification);

  /**
   * Makes one communicator for each color (MPI_Comm_split). It contains the ranks that passed the
   * color, ordered by key; equal keys are ordered by rank in this communicator. All ranks must call
   * it.
   *
   * <pre>{@code
   * // The ranks of each node, and one rank of each node.
   * try (Communicator node = world.splitByLevel(Level.NODE);
   *     Communicator leaders = world.split(node.rank() == 0 ? 0 : UNDEFINED, world.rank())) {
   *   ...
   * }
   * }</pre>
   *
   * @param color selects this rank's new communicator; not negative, or {@link #UNDEFINED}
   * @param key orders the ranks of a color; any number
   * @return this rank's new communicator, to be closed before this one; null if the color is {@link
   *     #UNDEFINED}
   * @throws IllegalArgumentException if the color is negative and not {@link #UNDEFINED}
   */
  Communicator split(int color, int key);

  /**
   * Makes one communicator for each group of ranks that share an object of a level, such as a node
   * (MPI_Comm_split_type). The ranks keep their order. A rank that is not bound to a single object
   * of the level is grouped by the next larger object. An L3 cache that spans NUMA nodes counts as
   * one cache per NUMA node. All ranks must call it, with the same level.
   *
   * @param level the level whose objects the ranks share
   * @return this rank's new communicator, to be closed before this one
   */
  Communicator splitByLevel(Level level);

  /**
   * Makes a communicator of the same ranks (MPI_Comm_dup). Its messages do not match those of this
   * one, so a library should use a duplicate of its caller's communicator. All ranks must call it.
   *
   * <p>{@link Attributes} are copied as their keys say. If the function of a key throws, this rank
   * has no duplicate, and the other ranks have one that lacks it.
   *
   * @return the new communicator, to be closed before this one
   */
  Communicator duplicate();

  /**
   * Starts to make a communicator of the same ranks and returns without waiting (MPI_Comm_idup);
   * see {@link #duplicate}. All ranks call it in the same order among its calls; it needs no order
   * with respect to collectives.
   *
   * @return the request, whose result is the new communicator. Attributes are copied when the
   *     result is asked for
   */
  ResultRequest<Communicator> iDuplicate();

  /**
   * The same ranks in an order of hosts in which the longest collective that was called costs least
   * (Cloud Collectives, section VI), for jobs on hosts that share a network with others. All ranks
   * must call it, at the same place in a loop:
   *
   * <pre>{@code
   * for (int iteration = 0; iteration < iterations; iteration++) {
   *   world.reordered().allreduce(gradients, ReductionOperator.SUM);
   * }
   * }</pre>
   *
   * <p>The first call after a collective, and then one call every 30 seconds ({@code --reorder}),
   * measures the links between all pairs of hosts, which takes some milliseconds for each host, and
   * searches for at most two seconds. The order changes if another one is faster by 10 % by the
   * model, and still is when the links are measured again; rank 0 then prints a line. All other
   * calls broadcast a single number. Ranks of a host stay together. With less than three hosts the
   * order never changes.
   *
   * @return a communicator of the same ranks, the same as at the last call or a new one. It belongs
   *     to this one: do not close it. No request may be open on it at the next call.
   */
  Communicator reordered();

  /**
   * Puts the ranks on a grid in their order; see {@link #cartesian(int[], boolean[], boolean)}.
   *
   * @param dimensions the length of each dimension; Starling chooses those that are 0
   * @param periodic for each dimension whether it is a ring
   * @return the grid, to be closed before this communicator; null on the last ranks if it needs
   *     fewer ranks than there are
   */
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
   * @param dimensions the length of each dimension; zeros are chosen so that the grid has all ranks
   *     and its dimensions are as nearly equal as possible (MPI_Dims_create)
   * @param periodic for each dimension whether it is a ring
   * @param reorder whether Starling may renumber the ranks, so that neighbours share a node where
   *     they can, or on a single node a package or a cache; it does so for up to 1024 ranks
   * @return the grid, to be closed before this communicator; null on the last ranks if dimensions
   *     without zeros need fewer ranks than there are
   * @throws IllegalArgumentException if the arrays differ in length, a dimension is negative, the
   *     grid needs more ranks than there are, or the number of ranks is not a multiple of the
   *     dimensions that are not zero
   */
  CartesianCommunicator cartesian(int[] dimensions, boolean[] periodic, boolean reorder);

  /**
   * Makes a communicator in which each rank lists its neighbours (MPI_Dist_graph_create_adjacent).
   * All ranks must call it. A rank may be listed several times, and may list itself.
   *
   * @param sources the ranks from which this rank receives
   * @param destinations the ranks to which this rank sends; each of them must list this rank as
   *     often among its sources, which only {@code --check} verifies
   * @return the graph, to be closed before this communicator
   * @throws IllegalArgumentException if an entry is not a rank, or this rank lists itself unequally
   */
  default GraphCommunicator graph(int[] sources, int[] destinations) {
    return graph(sources, destinations, false);
  }

  /**
   * Makes a communicator in which each rank lists its neighbours, all of the same weight; see
   * {@link #graph(int[], int[], int[], int[], boolean)}.
   *
   * @param sources the ranks from which this rank receives
   * @param destinations the ranks to which this rank sends
   * @param reorder whether Starling may renumber the ranks
   * @return the graph, to be closed before this communicator
   * @throws IllegalArgumentException if an entry is not a rank, or this rank lists itself unequally
   */
  GraphCommunicator graph(int[] sources, int[] destinations, boolean reorder);

  /**
   * Makes a communicator in which each rank lists its neighbours and how much they exchange
   * (MPI_Dist_graph_create_adjacent). All ranks must call it, with the same value of {@code
   * reorder}.
   *
   * <p>If ranks are renumbered, rank {@code i} of the graph has the neighbours that rank {@code i}
   * of this communicator listed, whichever process it is: read them from the graph.
   *
   * @param sources the ranks from which this rank receives
   * @param sourceWeights how much it receives from each, in any unit that all ranks use
   * @param destinations the ranks to which this rank sends; each of them must list this rank as
   *     often among its sources, which only {@code --check} verifies
   * @param destinationWeights how much it sends to each
   * @param reorder whether Starling may renumber the ranks, so that neighbours share a node where
   *     they can, those of large weights first; it does so for up to 1024 ranks
   * @return the graph, to be closed before this communicator
   * @throws IllegalArgumentException if an entry is not a rank, this rank lists itself unequally,
   *     or there is not one weight, 0 or more, for each neighbour
   */
  GraphCommunicator graph(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean reorder);

  /**
   * Makes a communicator of a graph whose edges may be given by any rank (MPI_Dist_graph_create).
   * All ranks must call it, each with the edges that it knows, perhaps none. An edge that is given
   * twice is there twice.
   *
   * @param sources the rank where each edge begins
   * @param destinations the rank where it ends, which receives from the source
   * @param reorder whether Starling may renumber the ranks; all give the same value
   * @return the graph, to be closed before this communicator; it tells each rank its neighbours
   * @throws IllegalArgumentException if the arrays differ in length, or an entry is not a rank
   */
  GraphCommunicator graphOfEdges(int[] sources, int[] destinations, boolean reorder);

  /**
   * The same with weights.
   *
   * @param sources the rank where each edge begins
   * @param destinations the rank where it ends, which receives from the source
   * @param weights how much travels along each edge, 0 or more, in any unit that all ranks use
   * @param reorder whether Starling may renumber the ranks, so that neighbours share a node where
   *     they can, those of large weights first; it does so for up to 1024 ranks
   * @return the graph, to be closed before this communicator; it tells each rank its neighbours
   * @throws IllegalArgumentException if the arrays differ in length, an entry is not a rank, or a
   *     weight is negative
   */
  GraphCommunicator graphOfEdges(int[] sources, int[] destinations, int[] weights, boolean reorder);

  /**
   * Allocates native memory that is fastest for messages (MPI_Alloc_mem, section 9.2): peers on the
   * same host copy directly from and to it if the host's ranks share memory. Any other memory may
   * be sent too.
   *
   * @param bytes the length in bytes
   * @param arena frees the memory when it is closed
   * @return memory filled with zeros, aligned to cache lines
   * @throws OutOfMemoryError if there is not enough memory
   */
  MemorySegment allocate(long bytes, Arena arena);

  /**
   * Closes this communicator on this rank (MPI_Comm_free, MPI_Finalize). First complete all
   * requests, and receive all messages of matched probes. A second close does nothing. {@link
   * Attributes} are deleted by their keys' functions; if one of these throws, a derived
   * communicator stays open.
   *
   * <p>Closing the communicator of all ranks leaves the job, even if the call throws because
   * requests are open; derived communicators can then no longer be used. A derived communicator
   * with open requests stays open: its close throws.
   *
   * @throws IllegalStateException if requests or messages are open; the message names them
   */
  @Override
  void close();
}
