package io.starling.runtime.transport.shared;

/**
 * The line of 64 bytes that describes a message, in a ring or in the queue of unexpected messages.
 *
 * <pre>
 *   0  sequence:32  kind:4  source:28
 *   8  tag
 *  16  length
 *  24  record:32 of the sender that awaits the match, synchronous:32; or -1
 *  32  the data, or its place
 * </pre>
 */
final class MessageLine {

  /** The data is in the line. */
  static final int INLINE = 0;

  /** The data is in a cell of the sender, at the given offset. */
  static final int CELL = 1;

  /** The data is at an address of the sender's process. */
  static final int PRIVATE = 2;

  /** The data is in the sender's region, at the given offset. */
  static final int SHARED = 3;

  /** The sender copies the data to the stage, at the given offset; its record says how far. */
  static final int STAGED = 4;

  /** The sender copies the data to {@link Chunks}, with their table at the given offset. */
  static final int CHUNKED = 5;

  /** The receiver has an {@link EarlyCopies early copy}, of the given number. */
  static final int COPIED = 6;

  /** The sender is about to write it. */
  static final int CLAIMED = 15;

  static final long TAG = 8;
  static final long LENGTH = 16;
  static final long RECORD = 24;
  static final long DATA = 32;
  static final long INLINE_BYTES = SharedRegion.LINE - DATA;
  static final long NO_RECORD = -1;

  private static final long SYNCHRONOUS = 1L << Integer.SIZE;
  private static final int KIND_BITS = 4;

  private MessageLine() {}

  static long slot(long base, long position) {
    return base + SharedRegion.RING + (position & (SharedRegion.SLOTS - 1)) * SharedRegion.LINE;
  }

  /**
   * The sequence of a slot's message is its position plus 1, so it never equals that of the
   * previous lap.
   */
  static long header(long position, int kind, int source) {
    return (((long) source << KIND_BITS | kind) << Integer.SIZE) | ((position + 1) & 0xFFFFFFFFL);
  }

  /** The kind of a claimed slot; its sequence is still that of the previous lap. */
  static long claim(long position, int source) {
    return header(position - SharedRegion.SLOTS, CLAIMED, source);
  }

  static int kind(long line) {
    return (int) (Words.get(line) >>> Integer.SIZE) & ((1 << KIND_BITS) - 1);
  }

  static int source(long line) {
    return (int) (Words.get(line) >>> (Integer.SIZE + KIND_BITS));
  }

  /** What stands for the record of a message, and says whether its send awaits the match. */
  static long recordOf(int record, boolean synchronous) {
    return synchronous && record >= 0 ? record | SYNCHRONOUS : record;
  }

  /** Whether its send may not end before its match. */
  static boolean isSynchronous(long line) {
    long record = Words.get(line + RECORD);
    return record != NO_RECORD && (record & SYNCHRONOUS) != 0;
  }

  /** The line of a message that is not in a ring any more now says that it is copied. */
  static void setCopied(long line, int number) {
    Words.set(line, header(-1, COPIED, source(line)));
    Words.set(line + RECORD, NO_RECORD);
    Words.set(line + DATA, number);
  }
}
