package io.starling.objects;

import io.starling.runtime.StarlingException;

/** The object was deleted; its id cannot be used any more. */
public final class ObjectDeletedException extends StarlingException {

  private static final long serialVersionUID = 1;

  /**
   * Made by stores.
   *
   * @param id the object
   */
  public ObjectDeletedException(ObjectId id) {
    super("object %s was deleted; a new object needs a new id".formatted(id));
  }
}
