package io.starling.collectives.shelf;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The shelf of a group of ranks: memory for some segments, and words that say what lies there. All
 * segments of a communicator are numbered through, and number {@code n} has slot {@code n modulo
 * slots} on each shelf.
 *
 * <pre>
 * a line of 64 bytes for each slot      0  ready    n + 1, once the segment lies there
 *                                       8  claim    n + 1 : 40, attempt : 8, member : 16
 *                                      16  offered  n + 1, once it lies on the parent's shelf
 * a line for each member                0  taken    it needs no segment below this number
 * </pre>
 *
 * Invariant: a segment is replaced only after all members of this group and of those that copy from
 * it have taken it. Before that a member has ended all its accesses to the slot, so a late writer
 * writes the same bytes.
 *
 * @param owner the process in whose memory it lies
 * @param members the ranks of the group
 * @param slots the number of its slots
 * @param segmentBytes the length of a slot
 * @param words the words
 * @param data the slots
 */
record Shelf(
    int owner, int members, int slots, long segmentBytes, RemoteMemory words, RemoteMemory data) {

  static final long LINE = 64;
  static final int MOST_MEMBERS = 1 << 16;

  private static final long CLAIM = 8;
  private static final long OFFERED = 16;
  private static final int ATTEMPT_SHIFT = 16;
  private static final int NUMBER_SHIFT = 24;

  /** The bytes of the words of a shelf. */
  static long wordBytes(int slots, int members) {
    return (slots + members) * LINE;
  }

  /** Whether this rank loads and stores its words. */
  boolean isNear() {
    return words.hasWords();
  }

  private long line(long number) {
    return Math.floorMod(number, (long) slots) * LINE;
  }

  /** Where a segment lies among the slots. */
  long place(long number) {
    return Math.floorMod(number, (long) slots) * segmentBytes;
  }

  /** The memory of the slots, for transfers to them. */
  Memory memory() {
    return Memory.of(data.mapped());
  }

  /** Where the word lies that says whether a segment is ready. */
  long readyPlace(long number) {
    return line(number);
  }

  /** Where the word lies that says whether a segment is offered. */
  long offeredPlace(long number) {
    return line(number) + OFFERED;
  }

  /** Where the words begin that say what members have taken. */
  long takenPlace() {
    return slots * LINE;
  }

  boolean isReady(long number) {
    return words.load(line(number)) == number + 1;
  }

  void setReady(long number) {
    words.store(line(number), number + 1);
  }

  boolean isOffered(long number) {
    return words.load(line(number) + OFFERED) == number + 1;
  }

  long claim(long number) {
    return words.load(line(number) + CLAIM);
  }

  static boolean isClaimOf(long claim, long number) {
    return claim >>> NUMBER_SHIFT == number + 1;
  }

  /** Whether it is a claim of this segment, or of a later one in its place. */
  static boolean isClaimFrom(long claim, long number) {
    return claim >>> NUMBER_SHIFT > number;
  }

  /** The member whose claim it is. */
  static int claimant(long claim) {
    return (int) (claim & (MOST_MEMBERS - 1));
  }

  /** The claim of a member that follows another one. */
  static long nextClaim(long claim, long number, int member) {
    long attempt = isClaimOf(claim, number) ? ((claim >>> ATTEMPT_SHIFT) + 1) & 0xff : 0;
    return (number + 1) << NUMBER_SHIFT | attempt << ATTEMPT_SHIFT | member;
  }

  /** Claims a segment if its claim is still this one; {@link #claim} tells later. */
  void swapClaim(long number, long expected, long claim) {
    words.swap(line(number) + CLAIM, expected, claim);
  }

  void setTaken(int member, long number) {
    words.store(takenPlace() + member * LINE, number);
  }

  /** The least of the words of members, which an access has copied. */
  static long least(MemorySegment words) {
    long least = Long.MAX_VALUE;
    for (long place = 0; place < words.byteSize(); place += LINE) {
      least = Math.min(least, words.get(ValueLayout.JAVA_LONG, place));
    }
    return least;
  }

  /** The number below which all members have taken all segments. */
  long taken() {
    long least = Long.MAX_VALUE;
    for (int member = 0; member < members; member++) {
      least = Math.min(least, words.load(takenPlace() + member * LINE));
    }
    return least;
  }
}
