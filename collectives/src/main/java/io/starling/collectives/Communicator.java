package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Status;
import io.starling.runtime.reduction.ReductionOperator;
import io.starling.topology.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A group of ranks that communicate among themselves (MPI 4.1, chapter 7).
 *
 * <p>Every collective comes in three forms that run the same machine: blocking ({@code broadcast}),
 * non-blocking ({@code iBroadcast}) and persistent ({@code broadcastInit}). All ranks call the
 * collectives of one communicator in the same order, with the same root, count and datatype. At
 * most 1024 of them may be under way at a time.
 *
 * <p>Threads: MPI's FUNNELED. Only the thread that joined the job may call; another one gets an
 * {@link IllegalStateException}. Buffers belong to Starling from the start of an operation to its
 * completion.
 */
public interface Communicator extends AutoCloseable {

  /** The largest tag of a user's message. */
  int MAX_TAG = (1 << 30) - 1;

  /** Instead of a source: any rank (MPI_ANY_SOURCE). */
  int ANY_SOURCE = -1;

  /** Instead of a color: this rank will be in no new communicator (MPI_UNDEFINED). */
  int UNDEFINED = -1;

  /** Instead of a tag: any tag (MPI_ANY_TAG). */
  int ANY_TAG = -1;

  /** This rank, from 0 to {@link #size()} - 1. */
  int rank();

  /** How many ranks there are. */
  int size();

  /** Sends to one rank; returns when the buffer may be reused (MPI_Send). */
  void send(Buffer data, int destination, int tag);

  /** Starts a send (MPI_Isend). */
  Request iSend(Buffer data, int destination, int tag);

  /** A send to be started many times (MPI_Send_init). */
  PersistentRequest sendInit(Buffer data, int destination, int tag);

  /**
   * Receives from one rank or from {@link #ANY_SOURCE} (MPI_Recv). The message may be shorter than
   * the buffer.
   *
   * @throws io.starling.runtime.error.StarlingException if the message is longer than the buffer
   */
  Status receive(Buffer into, int source, int tag);

  /** Starts a receive (MPI_Irecv). */
  Request iReceive(Buffer into, int source, int tag);

  /** A receive to be started many times (MPI_Recv_init). */
  PersistentRequest receiveInit(Buffer into, int source, int tag);

  /** Returns on no rank before all ranks have called it (MPI_Barrier). */
  void barrier();

  Request iBarrier();

  PersistentRequest barrierInit();

  /** Copies the root's data to all ranks (MPI_Bcast). */
  void broadcast(Buffer data, int root);

  Request iBroadcast(Buffer data, int root);

  PersistentRequest broadcastInit(Buffer data, int root);

  /**
   * Folds the data of all ranks, element by element, into the root's {@code result} (MPI_Reduce).
   *
   * @param data this rank's contribution; {@link Buffer#IN_PLACE} at the root where it already lies
   *     in {@code result}
   * @param result where the result goes; ignored on other ranks, which may pass {@link
   *     Buffer#EMPTY}
   */
  void reduce(Buffer data, Buffer result, ReductionOperator operator, int root);

  Request iReduce(Buffer data, Buffer result, ReductionOperator operator, int root);

  PersistentRequest reduceInit(Buffer data, Buffer result, ReductionOperator operator, int root);

  /**
   * Which algorithm runs, with the values of its parameters, such as {@code
   * "chain,segment=131072"}.
   *
   * @param collective {@code "broadcast"}, {@code "reduce"} or {@code "barrier"}
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
   * Leaves. Requests must be complete. A second close does nothing. To close the communicator of
   * the whole job is to leave the job; after that its derived ones can't be used either.
   */
  @Override
  void close();
}
