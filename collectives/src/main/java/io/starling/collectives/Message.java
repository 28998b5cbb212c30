package io.starling.collectives;

import io.starling.collectives.call.MatchedMessage;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;

/**
 * A message that a matched probe has taken (MPI 4.1, section 3.8.2). Receive it once, before the
 * communicator is closed, on a thread that may use the communicator.
 *
 * <pre>{@code
 * Message message = world.matchedProbe(PointToPointCommunicator.ANY_SOURCE, tag);
 * byte[] data = new byte[Math.toIntExact(message.status().bytes())];
 * message.receive(Buffer.of(data));
 * }</pre>
 */
public sealed interface Message permits MatchedMessage {

  /**
   * Source, tag and length of the message.
   *
   * @return the status that a probe would return
   */
  Status status();

  /**
   * Receives the message (MPI_Mrecv).
   *
   * @param into takes the message; at least as long as it
   * @return the same as {@link #status}
   * @throws IllegalStateException if it has been received already, or the communicator is closed
   * @throws StarlingException if the message is longer than the buffer; the message is then lost
   */
  Status receive(Buffer into);

  /**
   * Starts to receive the message and returns without waiting (MPI_Imrecv). {@link Request#cancel}
   * has no effect on this receive.
   *
   * @param into takes the message; not to be used before completion
   * @return the request, complete when the message has been received
   * @throws IllegalStateException if it has been received already, or the communicator is closed
   */
  Request iReceive(Buffer into);
}
