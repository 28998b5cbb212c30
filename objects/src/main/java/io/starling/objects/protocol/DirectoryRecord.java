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
      case ReduceRequest request -> 0;
      case ReduceResult result -> 1;
      case Tombstone stone -> 2;
    };
  }

  /** Whether the record may go after a while: a late question comes within it. */
  default boolean expires() {
    return rank() > 0;
  }

  /**
   * The value of a small object.
   *
   * @param since when it was put, in milliseconds since 1970
   */
  record SmallValue(ObjectId id, ObjectType type, long stamp, long since, byte[] value)
      implements DirectoryRecord {}

  /** A reduce that was asked for. */
  record ReduceRequest(ToPrimary.Reduce reduce) implements DirectoryRecord {

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
      ToPrimary.Reduce reduce,
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
    public static ReduceResult failed(ToPrimary.Reduce reduce, String failure) {
      return new ReduceResult(
          reduce, List.of(), failure, View.NO_STORE, 0, ObjectType.BYTES, new byte[0]);
    }

    @Override
    public ObjectId id() {
      return reduce.id();
    }
  }

  /**
   * There is no such object any more.
   *
   * @param failure why the reduce to it failed; empty if the object was deleted
   */
  record Tombstone(ObjectId id, String failure) implements DirectoryRecord {}
}
