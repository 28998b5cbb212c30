package io.starling.collectives.call;

import io.starling.collectives.Codec;
import io.starling.collectives.ObjectMessages;
import io.starling.collectives.PackedObject;
import io.starling.collectives.ReceivedObject;
import io.starling.runtime.Request;
import io.starling.runtime.ResultRequest;
import java.util.Optional;

/**
 * The messages of objects; {@link ObjectPointToPoint} implements them. What was received is what
 * the program says it is: if not, the program fails where it uses it.
 */
@SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
public abstract sealed class ObjectMessageCalls extends AttributeCalls implements ObjectMessages
    permits DataMovementCalls {

  private final Member member;
  private final ObjectPointToPoint pointToPoint;

  ObjectMessageCalls(Member member) {
    super(member);
    this.member = member;
    pointToPoint =
        new ObjectPointToPoint(member, new ObjectCoder(member), new ObjectTransfer(member));
  }

  @Override
  public final Codec codec() {
    return member.codec();
  }

  @Override
  public final void useCodec(Codec codec) {
    member.arguments().present("codec", codec);
    member.useCodec(codec);
  }

  @Override
  public final PackedObject packObject(Object value) {
    return pointToPoint.pack(value);
  }

  @Override
  public final void sendObject(Object value, int destination, int tag) {
    pointToPoint.send(value, destination, tag);
  }

  @Override
  public final Request iSendObject(Object value, int destination, int tag) {
    return pointToPoint.start(value, destination, tag);
  }

  @Override
  public final <T> T receiveObject(int source, int tag) {
    return (T) pointToPoint.receive(source, tag).value();
  }

  @Override
  public final <T> ResultRequest<T> iReceiveObject(int source, int tag) {
    return (ResultRequest<T>) pointToPoint.startReceive(source, tag);
  }

  @Override
  public final <T> ReceivedObject<T> receiveObjectWithStatus(int source, int tag) {
    return (ReceivedObject<T>) pointToPoint.receive(source, tag);
  }

  @Override
  public final <T> Optional<ReceivedObject<T>> pollObject(int source, int tag) {
    return pointToPoint.poll(source, tag).map(received -> (ReceivedObject<T>) received);
  }
}
