package io.starling.objects.operation;

import io.starling.objects.copy.Copy;
import io.starling.runtime.StarlingException;

/** Hears how a put goes on. It takes notes and never calls the store within a call. */
public interface PutListener {

  /** There is memory to write to; a small object has none. */
  void onWritable(Copy copy);

  /** The directory has answered: the copy is the object, or another one was first. */
  default void onAnswered(boolean accepted) {}

  /**
   * The object is there, for every store.
   *
   * @param created false if another put was first: this one changed nothing
   */
  void onDone(boolean created);

  /** The put failed; it left nothing. */
  void onFailed(StarlingException reason);
}
