package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Status;
import io.starling.runtime.progress.ThreadLevel;
import io.starling.topology.Level;

/**
 * A group of ranks that communicate among themselves (MPI 4.1, chapter 7).
 *
 * <p>Every collective comes in three forms that run the same machine: blocking ({@code broadcast}),
 * non-blocking ({@code iBroadcast}) and persistent ({@code broadcastInit}). All ranks call the
 * collectives of one communicator in the same order, with the same root, count and datatype. At
 * most 1024 of them may be under way at a time.
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
public interface Communicator extends CollectiveMovement, CollectiveReduction, AutoCloseable {

  /** The largest tag of a user's message. */
  int MAX_TAG = (1 << 30) - 1;

  /** Instead of a source: any rank (MPI_ANY_SOURCE). */
  int ANY_SOURCE = -1;

  /** Instead of a color: this rank will be in no new communicator (MPI_UNDEFINED). */
  int UNDEFINED = -1;

  /** Instead of a tag: any tag (MPI_ANY_TAG). */
  int ANY_TAG = -1;

  /** Which threads may call (MPI_Query_thread). It is the same for all communicators of a job. */
  ThreadLevel threadLevel();

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

  /**
   * Leaves. Requests must be complete. A second close does nothing. To close the communicator of
   * the whole job is to leave the job; after that its derived ones can't be used either.
   */
  @Override
  void close();
}
