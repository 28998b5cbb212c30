package io.starling.collectives.shelf;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory;
import java.util.function.LongUnaryOperator;

/**
 * The shelf of a group for reduces: a lane of slots for each member's contributions, slots for
 * results, and words. Segment number {@code n} has slot {@code n modulo slots} in each.
 *
 * <pre>
 * a line of 64 bytes for each member    0  given      its lane holds all segments below this number
 *                                       8  over       it touches none below this number any more
 *                                      16  presence   odd while it is in a reduce
 * a line of 64 bytes                    0  failed     1 + the rank of the job that failed to fold
 * a word for each slot                     ready      n + 1, once the result lies there
 * a word for each slot                     claim      as on a {@link Shelf}
 * a word for each slot and child group     arrived    n + 1, once the child's result is ready
 * </pre>
 *
 * Invariant: a segment in a lane is replaced only after its result is ready and no member touches
 * it any more; a result only after, in addition, the group that folds it further has done so.
 *
 * @param owner the process in whose memory it lies
 * @param members the ranks of the group
 * @param slots the number of slots of a lane
 * @param slotBytes the length of a slot
 * @param words the words
 * @param data the lanes, and then the results
 * @param memory the same for folds; null if this rank does not share it
 */
record FoldShelf(
    int owner,
    int members,
    int slots,
    long slotBytes,
    RemoteMemory words,
    RemoteMemory data,
    Memory memory) {

  private static final long GIVEN = 0;
  private static final long OVER = 8;
  private static final long PRESENCE = 16;

  /** The bytes of the words of a shelf to which so many groups may give results. */
  static long wordBytes(int slots, int members, int groups) {
    return (members + 1) * Shelf.LINE + (2L + groups) * slots * Long.BYTES;
  }

  /** The bytes of its lanes and results, or less than 0 if they are too many. */
  static long dataBytes(int slots, int members, long slotBytes) {
    long all = (members + 1L) * slots;
    return slotBytes <= Long.MAX_VALUE / all ? all * slotBytes : -1;
  }

  private long word(long bank, long number) {
    long index = bank * slots + Math.floorMod(number, (long) slots);
    return failedPlace() + Shelf.LINE + index * Long.BYTES;
  }

  long failedPlace() {
    return members * Shelf.LINE;
  }

  long failed() {
    return words.load(failedPlace());
  }

  void setFailed(long failed) {
    words.store(failedPlace(), failed);
  }

  /** Where a segment lies in a lane. */
  long place(int lane, long number) {
    return ((long) lane * slots + Math.floorMod(number, (long) slots)) * slotBytes;
  }

  /** Where its result lies. */
  long resultPlace(long number) {
    return place(members, number);
  }

  long readyPlace(long number) {
    return word(0, number);
  }

  /** Whether a result is ready, or was before its slot was used again. */
  boolean isReady(long number) {
    return words.load(readyPlace(number)) > number;
  }

  void setReady(long number) {
    words.store(readyPlace(number), number + 1);
  }

  boolean isReadyOrClaimed(long number) {
    return isReady(number) || Shelf.isClaimOf(claim(number), number);
  }

  long claim(long number) {
    return words.load(word(1, number));
  }

  void swapClaim(long number, long expected, long claim) {
    words.swap(word(1, number), expected, claim);
  }

  long arrivedPlace(int group, long number) {
    return word(2L + group, number);
  }

  boolean hasArrived(int group, long number) {
    return words.load(arrivedPlace(group, number)) > number;
  }

  void setArrived(int group, long number) {
    words.store(arrivedPlace(group, number), number + 1);
  }

  long given(int member) {
    return words.load(member * Shelf.LINE + GIVEN);
  }

  void setGiven(int member, long number) {
    words.store(member * Shelf.LINE + GIVEN, number);
  }

  /** The same, before anything that this rank reads later. */
  void swapGiven(int member, long before, long number) {
    words.swap(member * Shelf.LINE + GIVEN, before, number);
  }

  void setOver(int member, long number) {
    words.store(member * Shelf.LINE + OVER, number);
  }

  long presence(int member) {
    return words.load(member * Shelf.LINE + PRESENCE);
  }

  void setPresence(int member, long presence) {
    words.store(member * Shelf.LINE + PRESENCE, presence);
  }

  void swapPresence(int member, long expected, long presence) {
    words.swap(member * Shelf.LINE + PRESENCE, expected, presence);
  }

  /** The bytes of words that {@link #done} needs; they come first. */
  long progressBytes() {
    return readyPlace(0) + (long) slots * Long.BYTES;
  }

  /** The number below which all results are ready, and no member touches a segment. */
  long done(LongUnaryOperator load, long from) {
    long most = Long.MAX_VALUE;
    for (int member = 0; member < members; member++) {
      most = Math.min(most, load.applyAsLong(member * Shelf.LINE + OVER));
    }
    long number = from;
    while (number < most && load.applyAsLong(readyPlace(number)) > number) {
      number++;
    }
    return number;
  }
}
