package io.starling.collectives.call;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Tags;
import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The context numbers of this rank's communicators. A new communicator takes the lowest number that
 * none of its ranks uses; a split combines the numbers of the ranks.
 *
 * <p>If several threads split several communicators at the same time, one split at a time may
 * choose from the numbers of this rank. All ranks prefer the split with the lowest parent, so they
 * agree eventually. A split that finds a rank occupied by another split is tried again.
 */
public final class ContextNumbers {

  private final BitSet used = new BitSet(Tags.MAX_CONTEXTS);

  /** The numbers of closed communicators, which are reused as late as possible. */
  private final BitSet retired = new BitSet(Tags.MAX_CONTEXTS);

  /** The numbers that a shrink has offered to the other ranks. */
  private final BitSet offered = new BitSet(Tags.MAX_CONTEXTS);

  private final TreeSet<Integer> parents = new TreeSet<>();
  private int chooser = -1;
  private boolean reused;

  ContextNumbers() {
    used.set(0);
  }

  /** The used numbers as bits, with those that must not be reused yet. */
  public long[] toBits() {
    BitSet taken = (BitSet) used.clone();
    taken.or(retired);
    taken.or(offered);
    return taken.toLongArray();
  }

  /**
   * Offers the free numbers from {@code first} on, as bits; they are reserved until {@link
   * #withdraw}. A number may be used only if all ranks have offered it.
   */
  public int offer(int first) {
    BitSet free = BitSet.valueOf(toBits()).get(first, first + Integer.SIZE);
    free.flip(0, Integer.SIZE);
    free.stream().forEach(number -> offered.set(first + number));
    return (int) Arrays.stream(free.toLongArray()).findFirst().orElse(0);
  }

  /** Withdraws an offer. */
  public void withdraw(int first, int bits) {
    IntStream.range(0, Integer.SIZE)
        .filter(number -> (bits >>> number & 1) != 0)
        .forEach(number -> offered.clear(first + number));
  }

  /** Makes the numbers of closed communicators available again. */
  public void forgetRetired() {
    reused = true;
    retired.clear();
  }

  /** Whether {@link #forgetRetired} was called: a number may have been used before. */
  public boolean areReused() {
    return reused;
  }

  /** Whether no number is free, given the combined bits of all ranks. */
  public static boolean areExhausted(long[] bitsOfAll) {
    return BitSet.valueOf(bitsOfAll).nextClearBit(0) >= Tags.MAX_CONTEXTS;
  }

  /** A split of a communicator begins here; it lasts until the end of its last attempt. */
  public void begin(int parent) {
    parents.add(parent);
  }

  /** The end of {@link #begin}. */
  public void end(int parent) {
    parents.remove(parent);
    giveUp(parent);
  }

  /** Whether a split may choose a number, until {@link #giveUp} or {@link #end}. */
  public boolean mayChoose(int parent) {
    if (chooser < 0 && parents.first() == parent) {
      chooser = parent;
    }
    return chooser == parent;
  }

  /** This attempt has failed: another split may choose. */
  public void giveUp(int parent) {
    if (chooser == parent) {
      chooser = -1;
    }
  }

  /**
   * The lowest free number, given the combined bits of all ranks.
   *
   * @param rank this rank, for the message
   * @throws StarlingException if all are used
   */
  public static int lowestFree(long[] bitsOfAll, int rank) {
    int number = BitSet.valueOf(bitsOfAll).nextClearBit(0);
    if (number >= Tags.MAX_CONTEXTS) {
      throw new StarlingException(
          "rank %d: %d communicators are open, which is the limit; close some first"
              .formatted(rank, Tags.MAX_CONTEXTS));
    }
    return number;
  }

  void use(int number) {
    used.set(number);
  }

  /**
   * Ends the use of a number. An unreceived message must not appear in another communicator, so the
   * number is reused only when no other is free.
   */
  void release(int number) {
    used.clear(number);
    retired.set(number);
  }
}
