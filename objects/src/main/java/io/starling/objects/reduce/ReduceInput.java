package io.starling.objects.reduce;

import java.lang.foreign.MemorySegment;

/** What a node gets from a child: it grows, may begin anew, and is complete in the end. */
interface ReduceInput {

  /** The position of the child. */
  int position();

  /** Null in a study that carries no contents. */
  MemorySegment memory();

  /** The bytes that are there. */
  long watermark();

  /** Whether all bytes are there and count. */
  boolean isComplete();

  /** Begins, or begins anew with the first byte. */
  void restart();

  void close();

  /** What a node hears of its inputs. */
  interface Listener {

    void onProgress();

    /** The bytes that were there are another content's; the input goes on by itself. */
    void onRestart(ReduceInput input);

    /** All bytes are there. */
    void onComplete(ReduceInput input);

    /** The input could not be read; it tries again. */
    void onLost(ReduceInput input);
  }
}
