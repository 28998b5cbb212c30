package io.starling.collectives;

import io.starling.collectives.machine.Context;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Status;
import java.util.Optional;

/**
 * Messages from one rank to another (MPI 4.1, chapter 3).
 *
 * <p>Messages do not overtake: of two that one rank has sent to another and that both fit a receive
 * or a probe, the first is found first. Messages of different senders come in any order. Sends and
 * receives have three forms: blocking ({@code send}), non-blocking ({@code iSend}) and persistent
 * ({@code sendInit}).
 *
 * <p>Everywhere, a destination or source may be {@link #NO_RANK}, as beyond the edge of a grid: the
 * call is complete at once, buffers are left alone, and what is received or found is {@code new
 * Status(NO_RANK, ANY_TAG, 0)}.
 *
 * <p>A wrong rank, tag or buffer is an {@link IllegalArgumentException}; a closed communicator or
 * another thread than that which joined the job an {@link IllegalStateException}.
 */
public interface PointToPointCommunicator {

  /** The largest tag of a user's message. */
  int MAX_TAG = (1 << 30) - 1;

  /** Instead of a source: any rank (MPI_ANY_SOURCE). */
  int ANY_SOURCE = -1;

  /** Instead of a tag: any tag (MPI_ANY_TAG). */
  int ANY_TAG = -1;

  /**
   * Instead of a rank: nobody, as beyond the edge of a grid (MPI_PROC_NULL).
   *
   * @see CartesianCommunicator
   */
  int NO_RANK = Context.NO_RANK;

  /**
   * Sends to one rank; returns when the buffer may be reused (MPI_Send). It may wait until the
   * message is received. Where the receive is known to be posted this is also MPI's ready send
   * (MPI_Rsend), which would not be faster.
   */
  void send(Buffer data, int destination, int tag);

  /** Starts a send (MPI_Isend). */
  Request iSend(Buffer data, int destination, int tag);

  /** A send to be started many times (MPI_Send_init). */
  PersistentRequest sendInit(Buffer data, int destination, int tag);

  /** Sends to one rank; returns when the message has met its receive there (MPI_Ssend). */
  void synchronousSend(Buffer data, int destination, int tag);

  /** Starts a synchronous send (MPI_Issend). */
  Request iSynchronousSend(Buffer data, int destination, int tag);

  /** A synchronous send to be started many times (MPI_Ssend_init). */
  PersistentRequest synchronousSendInit(Buffer data, int destination, int tag);

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
   * Sends and receives at the same time, to and from the same rank or two (MPI_Sendrecv):
   * neighbours that all call it do not wait for each other in a circle. Its messages meet the sends
   * and receives of other calls too.
   *
   * @param into has no memory in common with {@code data}
   */
  Status sendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag);

  /** Starts to send and receive (MPI_Isendrecv). */
  Request iSendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag);

  /**
   * Sends what is in the buffer and receives into it (MPI_Sendrecv_replace). A copy is sent. From
   * {@link #NO_RANK} nothing is received, and the buffer keeps what it has.
   */
  Status sendReceiveReplace(Buffer data, int destination, int sendTag, int source, int receiveTag);

  /** Starts to send and receive in the same buffer (MPI_Isendrecv_replace). */
  Request iSendReceiveReplace(
      Buffer data, int destination, int sendTag, int source, int receiveTag);

  /**
   * Waits for a message and tells of it without receiving it (MPI_Probe): of the message that a
   * receive with the same arguments would get. Messages that receives under way will take are not
   * found.
   */
  Status probe(int source, int tag);

  /** Makes progress once and tells of such a message if there is one (MPI_Iprobe). */
  Optional<Status> iProbe(int source, int tag);

  /**
   * Waits for a message and takes it (MPI_Mprobe): no receive and no other probe can get it any
   * more. It must be received before the communicator is closed.
   */
  Message matchedProbe(int source, int tag);

  /** Makes progress once and takes such a message if there is one (MPI_Improbe). */
  Optional<Message> iMatchedProbe(int source, int tag);
}
