package io.starling.collectives.call;

import io.starling.collectives.ObjectCollectives;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The collectives on objects; {@link ObjectMovement} and {@link ObjectReduction} implement them.
 * What was received is what the program says it is: if not, the program fails where it uses it.
 */
@SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
public abstract non-sealed class ObjectCalls extends ScanCalls implements ObjectCollectives {

  private final ObjectMovement movement;
  private final ObjectReduction reduction;

  protected ObjectCalls(Collectives collectives) {
    super(collectives);
    Member member = collectives.member();
    ObjectCoder coder = new ObjectCoder(member);
    ObjectTransfer transfer = new ObjectTransfer(member);
    movement = new ObjectMovement(member, coder, transfer, dataMovement());
    reduction = new ObjectReduction(member, coder, movement);
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
