package io.starling.runtime.transport.shared;

/**
 * The state of one message that a sender and its receiver share, in the sender's region. The sender
 * owns the record from taking it until it has seen {@link #FINISHED}.
 *
 * <pre>
 *    0  state          WAITING -> FINISHED, or WAITING -> OPEN or STAGED -> FINISHED
 *    8  failure        an error number
 *   16  destination    an address, or an offset in the receiver's region
 *   24  whether it is an offset
 *   32  stage          an offset in the sender's region
 *   40  next           the previous changed record plus 1, or 0
 *  128  claimed        bytes that either side has begun to copy
 *  136  done           bytes that are copied
 *  192  staged         bytes that the sender has copied to the stage
 *  256  taken          bytes that the receiver has copied from there
 * </pre>
 */
final class TransferRecord {

  /** Not matched yet. */
  static final int WAITING = 0;

  /** Both sides may claim chunks and copy them. */
  static final int OPEN = 1;

  /** The sender copies to the stage, the receiver from there. */
  static final int STAGED = 2;

  /** The receiver is done with the message and with this record. */
  static final int FINISHED = 3;

  private static final long FAILURE = 8;
  private static final long DESTINATION = 16;
  private static final long DESTINATION_SHARED = 24;
  private static final long STAGE = 32;
  private static final long NEXT = 40;
  private static final long CLAIMED = 128;
  private static final long DONE = 136;
  private static final long STAGED_BYTES = 192;
  private static final long TAKEN_BYTES = 256;

  /** The bytes that the receiver copies before it notifies the sender. */
  private static final long LONGEST_OF_ONE_CHUNK = 64 << 10;

  private static final long SMALLEST_CHUNK = 32 << 10;
  private static final long LARGEST_CHUNK = 256 << 10;
  private static final int CHUNKS = 8;
  private static final long NOTHING = -1;

  private TransferRecord() {}

  /** Resets the record; the release of the message's slot publishes it. */
  static void reset(long record) {
    Words.set(record, WAITING);
    Words.set(record + FAILURE, 0);
    Words.set(record + STAGE, 0);
    Words.set(record + CLAIMED, 0);
    Words.set(record + DONE, 0);
    Words.set(record + STAGED_BYTES, 0);
    Words.set(record + TAKEN_BYTES, 0);
  }

  /** The acquire pairs with the release in {@link #open} and {@link #finish}. */
  static int state(long record) {
    return (int) Words.acquire(record);
  }

  /** The receiver sets the destination of the message. */
  static void open(long record, int state, long destination, boolean shared) {
    Words.set(record + DESTINATION, destination);
    Words.set(record + DESTINATION_SHARED, shared ? 1 : 0);
    Words.release(record, state);
  }

  /** The receiver's last step: it has read all it needs from the sender. */
  static void finish(long record) {
    Words.release(record, FINISHED);
  }

  /** The link of {@link ChangedRecords}. */
  static void setNext(long record, long next) {
    Words.set(record + NEXT, next);
  }

  static long next(long record) {
    return Words.get(record + NEXT);
  }

  static long destination(long record) {
    return Words.get(record + DESTINATION);
  }

  static boolean isDestinationShared(long record) {
    return Words.get(record + DESTINATION_SHARED) != 0;
  }

  /** The length of a chunk: there are enough chunks that both sides end together. */
  static long chunk(long length) {
    if (length <= LONGEST_OF_ONE_CHUNK) {
      return LONGEST_OF_ONE_CHUNK;
    }
    long share = (length / CHUNKS + 4095) & -4096;
    return Math.clamp(share, SMALLEST_CHUNK, LARGEST_CHUNK);
  }

  /** Claims the next chunk and returns its offset, or -1 if none is left. */
  static long claim(long record, long length) {
    if (Words.peek(record + CLAIMED) >= length) {
      return NOTHING;
    }
    long begin = Words.getAndAdd(record + CLAIMED, chunk(length));
    return begin < length ? begin : NOTHING;
  }

  /**
   * A chunk is copied, or has failed with an error number. The copied bytes are ordered before the
   * atomic addition, for a reader that acquires {@link #isDone}.
   */
  static void done(long record, long bytes, int error) {
    if (error != 0) {
      fail(record, error);
    }
    Words.getAndAdd(record + DONE, bytes);
  }

  /** Reports a failed copy to the other side. */
  static void fail(long record, int error) {
    Words.release(record + FAILURE, error);
  }

  static boolean isDone(long record, long length) {
    return Words.acquire(record + DONE) >= length;
  }

  /** The error number of a failed copy, or 0. */
  static int failure(long record) {
    return (int) Words.acquire(record + FAILURE);
  }

  static long stage(long record) {
    return Words.get(record + STAGE);
  }

  /** Sets the stage; published with the first bytes on it. */
  static void setStage(long record, long offset) {
    Words.set(record + STAGE, offset);
  }

  static long staged(long record) {
    return Words.acquire(record + STAGED_BYTES);
  }

  /** The release pairs with {@link #staged}: the bytes are on the stage. */
  static void setStaged(long record, long bytes) {
    Words.release(record + STAGED_BYTES, bytes);
  }

  static long taken(long record) {
    return Words.acquire(record + TAKEN_BYTES);
  }

  /** The release pairs with {@link #taken}: the stage may be written again. */
  static void setTaken(long record, long bytes) {
    Words.release(record + TAKEN_BYTES, bytes);
  }
}
