package io.starling.objects;

import io.starling.runtime.StarlingException;

/** A reduce has no result, so its target can't be had. */
public final class ReduceFailedException extends StarlingException {

  private static final long serialVersionUID = 1;

  /**
   * Made by stores.
   *
   * @param text the target, and why there is no result
   */
  public ReduceFailedException(String text) {
    super(text);
  }

  /**
   * Made by stores.
   *
   * @param target the object that the result would be
   * @param reason why there is none
   */
  public ReduceFailedException(ObjectId target, String reason) {
    this("the reduce to object %s failed: %s".formatted(target, reason));
  }
}
