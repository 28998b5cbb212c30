package io.starling.objects.copy;

/**
 * Reads a copy while it grows: a stream to another store, or a get of a local program. A copy that
 * has readers keeps its memory. No method may change the copy.
 */
public interface CopyReader {

  /** More bytes are there, or the copy is complete. */
  void onProgress();

  /** The content, or that of a half, is another one: no byte of it is there yet. */
  void onRestart();

  /**
   * The copy ends; its memory stays until the reader leaves.
   *
   * @param complete whether all bytes are there, and are the object
   */
  void onGone(Departure departure, boolean complete);
}
