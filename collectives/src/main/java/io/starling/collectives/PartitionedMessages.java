package io.starling.collectives;

import io.starling.collectives.call.PointToPointCalls;
import io.starling.runtime.Buffer;

/**
 * Messages that are completed, and that arrive, part by part (MPI 4.1, chapter 4). A send matches
 * the receive of the same ranks and tag: the first that was made matches the first, and so on.
 * Other receives and probes do not see these messages.
 */
public sealed interface PartitionedMessages permits AnyCommunicator, PointToPointCalls {

  /**
   * Prepares a send that can be started many times, and whose message is completed part by part
   * (MPI_Psend_init).
   *
   * @param data the message; a part is not to be changed from {@link PartitionedSend#ready} to the
   *     end of the run
   * @param parts the number of parts of equal length, which divides the number of elements
   * @param destination the receiving rank, or {@link PointToPointCommunicator#PROC_NULL}
   * @param tag 0 to {@link PointToPointCommunicator#MAX_TAG}
   * @return the send, inactive
   */
  PartitionedSend partitionedSendInit(Buffer data, int parts, int destination, int tag);

  /**
   * Prepares the receive of such a message (MPI_Precv_init).
   *
   * @param into takes the message; as many bytes as the message has. A part may be read when it has
   *     {@linkplain PartitionedReceive#hasArrived arrived}
   * @param parts the number of parts of equal length, which divides the number of elements; it may
   *     differ from that of the sender
   * @param source the sending rank, or {@link PointToPointCommunicator#PROC_NULL}
   * @param tag 0 to {@link PointToPointCommunicator#MAX_TAG}
   * @return the receive, inactive
   */
  PartitionedReceive partitionedReceiveInit(Buffer into, int parts, int source, int tag);
}
