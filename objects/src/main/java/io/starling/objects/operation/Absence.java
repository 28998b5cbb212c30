package io.starling.objects.operation;

import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ReduceFailedException;
import io.starling.runtime.StarlingException;

/** What programs hear of an object that is gone. */
public final class Absence {

  private Absence() {}

  /**
   * The reason as an exception.
   *
   * @param failure why the reduce to the object failed; empty if it was deleted
   */
  public static StarlingException of(ObjectId id, String failure) {
    return failure.isEmpty()
        ? new ObjectDeletedException(id)
        : new ReduceFailedException(id, failure);
  }

  /** Whether an operation failed because there is no such object any more. */
  public static boolean is(StarlingException reason) {
    return reason instanceof ObjectDeletedException || reason instanceof ReduceFailedException;
  }
}
