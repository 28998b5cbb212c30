package io.starling.collectives;

import io.starling.collectives.call.PointToPointCalls;
import io.starling.collectives.operation.Context;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import java.util.Optional;

/**
 * Messages from one rank to another (MPI 4.1, chapter 3).
 *
 * <pre>{@code
 * if (world.rank() == 0) {
 *   world.send(Buffer.of(data), 1, 0);
 * } else if (world.rank() == 1) {
 *   Status status = world.receive(Buffer.of(data), 0, 0);
 * }
 * }</pre>
 *
 * <p>Messages do not overtake: if two messages of one sender match the same receive or probe, the
 * one that was sent first is matched first. Messages of different senders arrive in any order.
 * Sends and receives have three forms: blocking ({@code send}), non-blocking ({@code iSend}) and
 * persistent ({@code sendInit}).
 *
 * <p>Every destination and source may be {@link #PROC_NULL}, as beyond the edge of a grid. The call
 * then completes at once and does not change buffers; the status is {@code new Status(PROC_NULL,
 * ANY_TAG, 0)}.
 *
 * <p>A wrong rank, tag or buffer throws an {@link IllegalArgumentException}. A closed communicator,
 * or a thread that the {@link io.starling.runtime.ThreadLevel} does not allow, throws an {@link
 * IllegalStateException}. A failed peer throws a {@link io.starling.runtime.RankFailedException}.
 */
public sealed interface PointToPointCommunicator
    permits ArrayMessages, ArrayRequests, PointToPointCalls {

  /** The largest tag of a message (MPI_TAG_UB); the smallest is 0. */
  int MAX_TAG = (1 << 30) - 1;

  /** In place of a source: any rank (MPI_ANY_SOURCE). */
  int ANY_SOURCE = -1;

  /** In place of a tag: any tag (MPI_ANY_TAG). */
  int ANY_TAG = -1;

  /**
   * In place of a rank: no rank, as beyond the edge of a grid (MPI_PROC_NULL).
   *
   * @see CartesianCommunicator
   */
  int PROC_NULL = Context.PROC_NULL;

  /**
   * Sends a message; returns when the buffer may be reused (MPI_Send). It may wait until the
   * message is received. Use it for MPI's ready send too (MPI_Rsend), which would not be faster.
   *
   * @param data the message; may be empty
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param tag 0 to {@link #MAX_TAG}
   */
  void send(Buffer data, int destination, int tag);

  /**
   * Starts a send and returns without waiting (MPI_Isend); see {@link #send}.
   *
   * @param data the message; not to be changed before completion
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param tag 0 to {@link #MAX_TAG}
   * @return the request, complete when this rank's part is done
   */
  Request iSend(Buffer data, int destination, int tag);

  /**
   * Prepares a send that can be started many times (MPI_Send_init); see {@link #send}.
   *
   * @param data the message; not to be changed while a run is open
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param tag 0 to {@link #MAX_TAG}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest sendInit(Buffer data, int destination, int tag);

  /**
   * Sends a copy of a message; returns at once, whether or not a receive is posted (MPI_Bsend). The
   * copy needs memory until the message is received: as much as it takes, or what {@link
   * #attachBuffer} allows. {@link #send} is faster where the receive will come anyway.
   *
   * @param data the message; may be empty
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param tag 0 to {@link #MAX_TAG}
   * @throws IllegalStateException if the copy does not fit into the attached buffer
   */
  void bufferedSend(Buffer data, int destination, int tag);

  /**
   * Limits the memory of {@link #bufferedSend} on this communicator (MPI_Comm_attach_buffer).
   * Without a limit, copies may have any length, as with MPI_BUFFER_AUTOMATIC. Headers don't count.
   *
   * @param bytes the length of all copies together that have not left, 0 or more
   * @throws IllegalStateException if a buffer is attached already
   */
  void attachBuffer(long bytes);

  /**
   * Waits until all buffered sends have left, and takes the limit of {@link #attachBuffer} away
   * (MPI_Comm_detach_buffer).
   *
   * @throws IllegalStateException if no buffer is attached
   * @throws StarlingException if a buffered send has failed
   */
  void detachBuffer();

  /**
   * Waits until all buffered sends have left (MPI_Comm_flush_buffer). So does the close of the
   * communicator, which reports no failures.
   *
   * @throws StarlingException if a buffered send has failed
   */
  void flushBuffer();

  /**
   * Sends a message; returns when a receive has matched it (MPI_Ssend).
   *
   * @param data the message; may be empty
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param tag 0 to {@link #MAX_TAG}
   */
  void synchronousSend(Buffer data, int destination, int tag);

  /**
   * Starts a synchronous send and returns without waiting (MPI_Issend); see {@link
   * #synchronousSend}.
   *
   * @param data the message; not to be changed before completion
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param tag 0 to {@link #MAX_TAG}
   * @return the request, complete when this rank's part is done
   */
  Request iSynchronousSend(Buffer data, int destination, int tag);

  /**
   * Prepares a synchronous send that can be started many times (MPI_Ssend_init); see {@link
   * #synchronousSend}.
   *
   * @param data the message; not to be changed while a run is open
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param tag 0 to {@link #MAX_TAG}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest synchronousSendInit(Buffer data, int destination, int tag);

  /**
   * Receives a message (MPI_Recv). It may be shorter than the buffer.
   *
   * @param into takes the message
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param tag the tag of the message, or {@link #ANY_TAG}
   * @return source, tag and length of the message
   * @throws StarlingException if the message is longer than the buffer
   */
  Status receive(Buffer into, int source, int tag);

  /**
   * Starts a receive and returns without waiting (MPI_Irecv); see {@link #receive}.
   *
   * @param into takes the message; not to be used before completion
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param tag the tag of the message, or {@link #ANY_TAG}
   * @return the request, complete when the message has been received
   */
  Request iReceive(Buffer into, int source, int tag);

  /**
   * Prepares a receive that can be started many times (MPI_Recv_init); see {@link #receive}.
   *
   * @param into takes the message; not to be used while a run is open
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param tag the tag of the message, or {@link #ANY_TAG}
   * @return the inactive request; each run uses the buffers again
   */
  PersistentRequest receiveInit(Buffer into, int source, int tag);

  /**
   * Sends a message and receives one at the same time (MPI_Sendrecv). Neighbours that all call it
   * do not deadlock. Its messages also match sends and receives of other calls.
   *
   * @param data the message to send
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param sendTag 0 to {@link #MAX_TAG}
   * @param into takes the received message; must not overlap {@code data}
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}; may be the same rank
   *     as {@code destination}
   * @param receiveTag the tag of the message, or {@link #ANY_TAG}
   * @return source, tag and length of the received message
   * @throws StarlingException if the received message is longer than {@code into}
   */
  Status sendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag);

  /**
   * Starts a send and a receive and returns without waiting (MPI_Isendrecv); see {@link
   * #sendReceive}.
   *
   * @param data the message to send; not to be changed before completion
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param sendTag 0 to {@link #MAX_TAG}
   * @param into takes the received message; not to be used before completion
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param receiveTag the tag of the message, or {@link #ANY_TAG}
   * @return the request, complete when this rank's part is done
   */
  Request iSendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag);

  /**
   * Sends a copy of the buffer and receives a message into it (MPI_Sendrecv_replace). With {@link
   * #PROC_NULL} as source it receives nothing and does not change the buffer.
   *
   * @param data the message to send; takes the received message
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param sendTag 0 to {@link #MAX_TAG}
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param receiveTag the tag of the message, or {@link #ANY_TAG}
   * @return source, tag and length of the received message
   * @throws StarlingException if the received message is longer than the buffer
   */
  Status sendReceiveReplace(Buffer data, int destination, int sendTag, int source, int receiveTag);

  /**
   * Starts a send from and a receive into the same buffer and returns without waiting
   * (MPI_Isendrecv_replace); see {@link #sendReceiveReplace}.
   *
   * @param data the message to send; not to be used before completion
   * @param destination the receiving rank, or {@link #PROC_NULL}
   * @param sendTag 0 to {@link #MAX_TAG}
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param receiveTag the tag of the message, or {@link #ANY_TAG}
   * @return the request, complete when this rank's part is done
   */
  Request iSendReceiveReplace(
      Buffer data, int destination, int sendTag, int source, int receiveTag);

  /**
   * Waits until a receive with the same arguments could match a message, and returns its status
   * (MPI_Probe). It does not receive the message. It does not find messages that match an open
   * receive.
   *
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param tag the tag of the message, or {@link #ANY_TAG}
   * @return source, tag and length of the message
   */
  Status probe(int source, int tag);

  /**
   * Makes progress once and looks for a message without waiting (MPI_Iprobe); see {@link #probe}.
   *
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param tag the tag of the message, or {@link #ANY_TAG}
   * @return source, tag and length of the message; empty if there is none
   */
  Optional<Status> iProbe(int source, int tag);

  /**
   * Waits for a message and takes it (MPI_Mprobe): other receives and probes can no longer match
   * it. It must be received before the communicator is closed.
   *
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param tag the tag of the message, or {@link #ANY_TAG}
   * @return the message, which only {@link Message#receive} and {@link Message#iReceive} can
   *     receive
   */
  Message matchedProbe(int source, int tag);

  /**
   * Makes progress once and takes a message if there is one, without waiting (MPI_Improbe); see
   * {@link #matchedProbe}.
   *
   * @param source the sending rank, {@link #ANY_SOURCE} or {@link #PROC_NULL}
   * @param tag the tag of the message, or {@link #ANY_TAG}
   * @return the message; empty if there is none
   */
  Optional<Message> iMatchedProbe(int source, int tag);
}
