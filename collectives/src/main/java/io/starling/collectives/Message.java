package io.starling.collectives;

import io.starling.collectives.pointtopoint.Envelope;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Status;

/**
 * A message that a matched probe has taken (MPI 4.1, section 3.8.2): it can be received here, once,
 * and nowhere else. To be used by a thread that may use the communicator, before that is closed.
 */
public final class Message {

  private final PointToPoint pointToPoint;
  private final Envelope envelope;
  private final MessageInfo info;
  private final Status status;
  private boolean received;

  /** Of a message that the port keeps, or of none: then {@code info} is null. */
  Message(PointToPoint pointToPoint, Envelope envelope, MessageInfo info, Status status) {
    this.pointToPoint = pointToPoint;
    this.envelope = envelope;
    this.info = info;
    this.status = status;
  }

  /** From whom, with which tag, how many bytes. */
  public Status status() {
    return status;
  }

  /**
   * Receives it (MPI_Mrecv).
   *
   * @throws IllegalStateException if it was received before, or the communicator is closed
   * @throws io.starling.runtime.error.StarlingException if it is longer than the buffer; it is lost
   *     then
   */
  public Status receive(Buffer into) {
    return pointToPoint.receiveMessage(into, this).run();
  }

  /** Starts to receive it (MPI_Imrecv). The request cannot be cancelled any more: it completes. */
  public Request iReceive(Buffer into) {
    return pointToPoint.receiveMessage(into, this).start();
  }

  Envelope envelope() {
    return envelope;
  }

  /** What the port calls it; null if there is no message. */
  MessageInfo info() {
    return info;
  }

  void checkNotReceived() {
    if (received) {
      throw new IllegalStateException(
          "this message (%d bytes from rank %d with tag %d) was received before"
              .formatted(status.bytes(), status.source(), status.tag()));
    }
  }

  void setReceived() {
    received = true;
  }
}
