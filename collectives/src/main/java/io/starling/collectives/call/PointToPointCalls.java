package io.starling.collectives.call;

import io.starling.collectives.Message;
import io.starling.collectives.PartitionedMessages;
import io.starling.collectives.PartitionedReceive;
import io.starling.collectives.PartitionedSend;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import java.util.Optional;

/**
 * The point-to-point part of a rank's communicator: the forms of each call. {@link PointToPoint}
 * and {@link Probing} implement them.
 */
public abstract sealed class PointToPointCalls
    implements PointToPointCommunicator, PartitionedMessages permits AttributeCalls {

  private final Member member;
  private final PointToPoint pointToPoint;
  private final Probing probing;

  PointToPointCalls(Member member) {
    this.member = member;
    pointToPoint = new PointToPoint(member);
    probing = new Probing(member, pointToPoint);
  }

  /** Begins a call of the user. */
  protected final Member.Entry enter() {
    return member.enter();
  }

  @Override
  public void send(Buffer data, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      pointToPoint.send(data, destination, tag, false).run();
    }
  }

  @Override
  public Request iSend(Buffer data, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.send(data, destination, tag, false).start();
    }
  }

  @Override
  public PersistentRequest sendInit(Buffer data, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.send(data, destination, tag, false).persistent();
    }
  }

  @Override
  public void bufferedSend(Buffer data, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      member.bufferedSends().send(pointToPoint, data, destination, tag);
    }
  }

  @Override
  public void attachBuffer(long bytes) {
    try (Member.Entry _ = enter()) {
      member.bufferedSends().attach(bytes);
    }
  }

  @Override
  public void detachBuffer() {
    try (Member.Entry _ = enter()) {
      member.bufferedSends().detach();
    }
  }

  @Override
  public void flushBuffer() {
    try (Member.Entry _ = enter()) {
      member.bufferedSends().flush();
    }
  }

  @Override
  public void synchronousSend(Buffer data, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      pointToPoint.send(data, destination, tag, true).run();
    }
  }

  @Override
  public Request iSynchronousSend(Buffer data, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.send(data, destination, tag, true).start();
    }
  }

  @Override
  public PersistentRequest synchronousSendInit(Buffer data, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.send(data, destination, tag, true).persistent();
    }
  }

  @Override
  public Status receive(Buffer into, int source, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.receive(into, source, tag).run();
    }
  }

  @Override
  public Request iReceive(Buffer into, int source, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.receive(into, source, tag).start();
    }
  }

  @Override
  public PersistentRequest receiveInit(Buffer into, int source, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.receive(into, source, tag).persistent();
    }
  }

  @Override
  public Status sendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.sendReceive(data, destination, sendTag, into, source, receiveTag).run();
    }
  }

  @Override
  public Request iSendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.sendReceive(data, destination, sendTag, into, source, receiveTag).start();
    }
  }

  @Override
  public Status sendReceiveReplace(
      Buffer data, int destination, int sendTag, int source, int receiveTag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.sendReceiveReplace(data, destination, sendTag, source, receiveTag).run();
    }
  }

  @Override
  public Request iSendReceiveReplace(
      Buffer data, int destination, int sendTag, int source, int receiveTag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint
          .sendReceiveReplace(data, destination, sendTag, source, receiveTag)
          .start();
    }
  }

  @Override
  public PartitionedSend partitionedSendInit(Buffer data, int parts, int destination, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.partitionedSend(data, parts, destination, tag);
    }
  }

  @Override
  public PartitionedReceive partitionedReceiveInit(Buffer into, int parts, int source, int tag) {
    try (Member.Entry _ = enter()) {
      return pointToPoint.partitionedReceive(into, parts, source, tag);
    }
  }

  @Override
  public Status probe(int source, int tag) {
    return probing.probe(source, tag);
  }

  @Override
  public Optional<Status> iProbe(int source, int tag) {
    return probing.iProbe(source, tag);
  }

  @Override
  public Message matchedProbe(int source, int tag) {
    return probing.matchedProbe(source, tag);
  }

  @Override
  public Optional<Message> iMatchedProbe(int source, int tag) {
    return probing.iMatchedProbe(source, tag);
  }
}
