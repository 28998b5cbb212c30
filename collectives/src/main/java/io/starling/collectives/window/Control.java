package io.starling.collectives.window;

/**
 * What each rank of a window exposes beside its memory: words that others change atomically. Each
 * has a cache line.
 *
 * <pre>
 *     0  lock           of passive targets: ranks that share it:32, rank + 1 that has it alone:32
 *    64  accumulate     the same, taken alone for each accumulate
 *   128  attachments    of a dynamic window, see {@link Attachments}
 * </pre>
 */
final class Control {

  static final long LOCK = 0;
  static final long ACCUMULATE = 64;
  static final long ATTACHMENTS = 128;

  /** The bytes of a window whose memory is fixed. */
  static final long BYTES = ATTACHMENTS;

  private Control() {}
}
