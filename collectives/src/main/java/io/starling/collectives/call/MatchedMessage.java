package io.starling.collectives.call;

import io.starling.collectives.Message;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.MessageInfo;

/** A message that the port keeps for the caller of a matched probe. */
public final class MatchedMessage implements Message {

  private final PointToPoint pointToPoint;
  private final MessageInfo info;
  private final Status status;
  private boolean received;

  /** Of a message that the port keeps, or of none: then {@code info} is null. */
  MatchedMessage(PointToPoint pointToPoint, MessageInfo info, Status status) {
    this.pointToPoint = pointToPoint;
    this.info = info;
    this.status = status;
  }

  @Override
  public Status status() {
    return status;
  }

  @Override
  public Status receive(Buffer into) {
    try (Member.Entry _ = pointToPoint.member().enter()) {
      return pointToPoint.receiveMessage(into, this).run();
    }
  }

  @Override
  public Request iReceive(Buffer into) {
    try (Member.Entry _ = pointToPoint.member().enter()) {
      return pointToPoint.receiveMessage(into, this).start();
    }
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
