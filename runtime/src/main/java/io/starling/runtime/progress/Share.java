package io.starling.runtime.progress;

/** What an operation has on a device. */
public interface Share {

  /** The number of sends of the same bytes if it is not known. */
  int MANY = Integer.MAX_VALUE;

  /** Whether all work on the device has ended for which the end of the operation waits. */
  boolean isDone();

  /**
   * The operation has ended: other operations may now write to its memory, or the program may free
   * it.
   */
  void end();
}
