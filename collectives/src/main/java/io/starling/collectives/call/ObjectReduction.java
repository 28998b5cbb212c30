package io.starling.collectives.call;

import io.starling.collectives.CodecException;
import io.starling.collectives.parcel.ParcelReader;
import io.starling.runtime.StarlingException;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * Combines the objects of all ranks in the order of the ranks, up a binomial tree to rank 0:
 *
 * <pre>
 *   0 <- 1        2 <- 3        distance 1: 0 has 0..1, 2 has 2..3
 *   0 <---------- 2             distance 2: 0 has 0..3
 * </pre>
 *
 * <p>A rank that fails sends the reason up in place of its object.
 */
final class ObjectReduction {

  /**
   * What a rank has of its part of the tree.
   *
   * @param failure why there is no value; null if there is one
   */
  private record Partial(Object value, RuntimeException failure) {

    void check() {
      if (failure != null) {
        throw failure;
      }
    }
  }

  private final Member member;
  private final ObjectCoder coder;
  private final ObjectMovement movement;
  private final int rank;
  private final int size;

  ObjectReduction(Member member, ObjectCoder coder, ObjectMovement movement) {
    this.member = member;
    this.coder = coder;
    this.movement = movement;
    rank = member.context().rank();
    size = member.context().size();
  }

  /** The result on the root; null on the others. */
  Object reduce(Object value, BinaryOperator<Object> operator, int root) {
    member.checkUsable();
    member.arguments().root(root);
    member.arguments().present("operator", operator);
    Supplier<String> call = () -> "reduceObjects at root " + root;
    int sequence = movement.next();
    Partial part = up(value, operator, sequence, call);
    if (root != 0 && rank == 0) {
      part = send(part, root, sequence, call);
    } else if (root != 0 && rank == root) {
      part = part.failure == null ? receive(0, sequence, call) : dropped(part, sequence, call);
    }
    part.check();
    return part.value;
  }

  Object allreduce(Object value, BinaryOperator<Object> operator) {
    member.checkUsable();
    member.arguments().present("operator", operator);
    Supplier<String> call = () -> "allreduceObjects";
    Partial part = up(value, operator, movement.next(), call);
    if (rank == 0) {
      ObjectCoder.Own own = pack(part, call);
      movement.broadcast(own.parcel(), 0);
      own.check();
      coder.release(own.parcel());
      return part.value;
    }
    ParcelReader all = movement.broadcast(null, 0);
    part.check();
    return coder.decode(all, call);
  }

  /** The result on rank 0; elsewhere nothing, or why this rank has sent no value. */
  private Partial up(
      Object value, BinaryOperator<Object> operator, int sequence, Supplier<String> call) {
    Partial part = new Partial(value, null);
    for (int distance = 1; distance < size; distance *= 2) {
      if ((rank & distance) != 0) {
        return send(part, rank - distance, sequence, call);
      }
      if (rank + distance < size) {
        Partial right = receive(rank + distance, sequence, call);
        part = combine(part, right, operator, call);
      }
    }
    return part;
  }

  private Partial combine(
      Partial left, Partial right, BinaryOperator<Object> operator, Supplier<String> call) {
    if (left.failure != null) {
      return left;
    }
    if (right.failure != null) {
      return right;
    }
    try {
      return new Partial(operator.apply(left.value, right.value), null);
    } catch (RuntimeException | Error e) {
      String text =
          "rank %d, %s: the operator has thrown %s"
              .formatted(member.engine().rank(), call.get(), e);
      return new Partial(null, new StarlingException(text, e));
    }
  }

  private Partial send(Partial part, int destination, int sequence, Supplier<String> call) {
    ObjectCoder.Own own = pack(part, call);
    movement.send(own.parcel(), destination, sequence);
    if (own.failure() == null) {
      coder.release(own.parcel());
    }
    return new Partial(null, own.failure());
  }

  private ObjectCoder.Own pack(Partial part, Supplier<String> call) {
    return part.failure == null
        ? coder.encodeOrExplain(part.value, call)
        : coder.failed(part.failure);
  }

  private Partial receive(int source, int sequence, Supplier<String> call) {
    ParcelReader parcel = movement.receive(source, sequence, call);
    try {
      return new Partial(coder.decode(parcel, call), null);
    } catch (CodecException e) {
      return new Partial(null, e);
    }
  }

  /** This rank has failed before; it still receives the result. */
  private Partial dropped(Partial part, int sequence, Supplier<String> call) {
    movement.receive(0, sequence, call);
    return part;
  }
}
