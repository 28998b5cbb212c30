package io.starling.runtime.progress;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * How the engine meets a device, such as a GPU: transfers and folds whose memory is there, and
 * messages that announce such memory of a peer. Transfers are named by their rows in the {@link
 * TransferTable}.
 *
 * <p>Every rank has one, even without a device: peers with devices expect an answer to what they
 * announce.
 */
public interface Devices {

  /** Makes the one of a rank, which posts to the port and reports the end of transfers. */
  @FunctionalInterface
  interface Maker {
    Devices make(Port port, TransferTable transfers, Completions completed);
  }

  /** Scratch memory on the device beside the data; null if the device lacks the fold. */
  Memory scratch(Memory near, Fold fold, long bytes);

  void releaseScratch(Memory scratch);

  /**
   * The transport that moves a message directly from or to the device; null if it goes through host
   * memory.
   */
  Messages direct(int row, Memory memory, long offset, long length);

  /** Sends from the device. */
  void send(int row, Memory data, long offset, long length, boolean synchronous);

  /**
   * Lets a message wait if earlier ones wait for their bytes to leave the device; returns whether
   * it waits.
   */
  boolean holdsBack(int row, long offset, boolean synchronous);

  /** Host memory for data that is received into the device. */
  MemorySegment room(int row, Memory into, long offset, long length);

  /** Folds memory of which a part is on the device. */
  void fold(
      int row,
      Fold fold,
      Memory left,
      long leftOffset,
      Memory right,
      long rightOffset,
      Memory into,
      long intoOffset,
      long length);

  /** Copies within the device, to it or from it. */
  void copy(int row, Memory from, long fromOffset, Memory into, long intoOffset, long length);

  /**
   * A step of a row has ended; returns whether it has begun another, so that the row stays open.
   * Called for every row.
   */
  boolean goesOn(int row);

  /** A transfer that takes part in a device is complete: moves its data to their destination. */
  void conclude(int row);

  /**
   * A row of which no operation is notified has ended.
   *
   * @param failure why it failed, or null
   */
  void ended(int row, String failure);

  /**
   * Whether the port may cancel what a row waits for.
   *
   * @param atEnd whether the engine closes
   */
  boolean isCancellable(int row, boolean atEnd);

  /** Releases what a row uses, before it is closed. */
  void release(int row);

  /** Lets the device report what has ended; returns how much. */
  int progress();

  /** Whether operations should receive no events for now: they would post more work. */
  boolean isFull();

  /** The longest sleep of a waiting thread, in nanoseconds. */
  long longestSleep();

  /** Frees memory before the port is closed, unless work may still use it. */
  void close(boolean isQuiet);
}
