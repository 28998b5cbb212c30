package io.starling.objects.protocol;

import io.starling.objects.ObjectId;
import java.util.List;

/**
 * What a directory has to remember itself, as no copy tells it again: kept by primary and backup.
 */
public sealed interface DirectoryRecord extends Message.OfObject {

  /** Of two records of an object, the one of the higher rank counts: later in its life. */
  default int rank() {
    return switch (this) {
      case SmallValue value -> 0;
      case ReduceRequest request -> 2 * request.attempt();
      case ReduceResult result -> 2 * result.request().attempt() + 1;
      case Tombstone stone -> 1;
    };
  }

  /** Whether the record may go after a while: a late question comes within it. */
  default boolean expires() {
    return this instanceof ReduceResult || this instanceof Tombstone;
  }

  /**
   * The value of a small object.
   *
   * @param since when it was put, in milliseconds since 1970
   */
  record SmallValue(ObjectId id, ObjectType type, long stamp, long since, byte[] value)
      implements DirectoryRecord {}

  /**
   * A reduce that was asked for.
   *
   * @param attempt grows when the result was lost with its stores, and is asked for again
   */
  record ReduceRequest(ToPrimary.Reduce reduce, int attempt) implements DirectoryRecord {

    @Override
    public ObjectId id() {
      return reduce.id();
    }
  }

  /**
   * A reduce that is decided.
   *
   * @param members the sources that the result has; none if it failed
   * @param failure why there is no result; empty if there is one
   * @param root the store that has the result, or {@link View#NO_STORE}
   * @param epoch of the result at the root
   * @param value a small result
   */
  record ReduceResult(
      ReduceRequest request,
      List<ObjectId> members,
      String failure,
      int root,
      long epoch,
      ObjectType type,
      byte[] value)
      implements DirectoryRecord {

    public ReduceResult {
      members = List.copyOf(members);
    }

    /** There will be no result. */
    public static ReduceResult failed(ReduceRequest request, String failure) {
      return new ReduceResult(
          request, List.of(), failure, View.NO_STORE, 0, ObjectType.BYTES, new byte[0]);
    }

    /** What was asked. */
    public ToPrimary.Reduce reduce() {
      return request.reduce();
    }

    @Override
    public ObjectId id() {
      return request.id();
    }
  }

  /**
   * There is no such object any more.
   *
   * @param failure why the reduce to it failed; empty if the object was deleted
   */
  record Tombstone(ObjectId id, String failure) implements DirectoryRecord {}
}
