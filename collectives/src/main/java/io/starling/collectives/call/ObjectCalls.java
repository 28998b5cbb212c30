package io.starling.collectives.call;

import io.starling.collectives.ObjectMessages;
import io.starling.collectives.PackedObject;
import io.starling.collectives.ReceivedObject;
import io.starling.runtime.Request;
import io.starling.runtime.ResultRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * The calls on objects; {@link ObjectPointToPoint}, {@link ObjectMovement} and {@link
 * ObjectReduction} implement them. What was received is what the program says it is: if not, the
 * program fails where it uses it.
 */
@SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
public abstract non-sealed class ObjectCalls extends ScanCalls implements ObjectMessages {

  private final ObjectPointToPoint pointToPoint;
  private final ObjectMovement movement;
  private final ObjectReduction reduction;

  protected ObjectCalls(Collectives collectives) {
    super(collectives);
    Member member = collectives.member();
    ObjectCoder coder = new ObjectCoder(member);
    ObjectTransfer transfer = new ObjectTransfer(member);
    pointToPoint = new ObjectPointToPoint(member, coder, transfer);
    movement = new ObjectMovement(member, coder, transfer, dataMovement());
    reduction = new ObjectReduction(member, coder, movement);
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

  @Override
  public final <T> T broadcastObject(T value, int root) {
    return (T) movement.broadcast(value, root);
  }

  @Override
  public final <T> List<T> gatherObjects(T value, int root) {
    return (List<T>) movement.gather(value, root);
  }

  @Override
  public final <T> T scatterObjects(List<? extends T> values, int root) {
    return (T) movement.scatter(values, root);
  }

  @Override
  public final <T> List<T> allgatherObjects(T value) {
    return (List<T>) movement.allgather(value);
  }

  @Override
  public final <T> T reduceObjects(T value, BinaryOperator<T> operator, int root) {
    return (T) reduction.reduce(value, (BinaryOperator<Object>) operator, root);
  }

  @Override
  public final <T> T allreduceObjects(T value, BinaryOperator<T> operator) {
    return (T) reduction.allreduce(value, (BinaryOperator<Object>) operator);
  }
}
