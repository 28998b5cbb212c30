package io.starling.collectives;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.progress.Tags;
import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The numbers of the communicators that this rank is in. A new communicator takes the lowest number
 * that none of its ranks uses; {@link Splitting} brings the ranks' numbers together.
 *
 * <p>Where several threads split several communicators at the same time, one of them at a time has
 * the numbers of this rank to choose from. All ranks give way to the lowest parent, so they agree
 * in the end; a split that finds a rank where another one has the numbers is tried again.
 */
final class ContextNumbers {

  private final BitSet used = new BitSet(Tags.MAX_CONTEXTS);

  /** Those of closed communicators, which are used again as late as can be. */
  private final BitSet retired = new BitSet(Tags.MAX_CONTEXTS);

  /** Those that a shrink has offered to the others. */
  private final BitSet offered = new BitSet(Tags.MAX_CONTEXTS);

  private final TreeSet<Integer> parents = new TreeSet<>();
  private int chooser = -1;

  ContextNumbers() {
    used.set(0);
  }

  /** The used ones as bits, with those that are not to be used again yet. */
  long[] toBits() {
    BitSet taken = (BitSet) used.clone();
    taken.or(retired);
    taken.or(offered);
    return taken.toLongArray();
  }

  /**
   * Offers those of the numbers from the first on that are free here, as bits; nobody else gets
   * them before {@link #withdraw}. A number may only be used if all its ranks have offered it.
   */
  int offer(int first) {
    BitSet free = BitSet.valueOf(toBits()).get(first, first + Integer.SIZE);
    free.flip(0, Integer.SIZE);
    free.stream().forEach(number -> offered.set(first + number));
    return (int) Arrays.stream(free.toLongArray()).findFirst().orElse(0);
  }

  /** Takes an offer back. */
  void withdraw(int first, int bits) {
    IntStream.range(0, Integer.SIZE)
        .filter(number -> (bits >>> number & 1) != 0)
        .forEach(number -> offered.clear(first + number));
  }

  /** Lets the numbers of closed communicators be used again. */
  void forgetRetired() {
    retired.clear();
  }

  /** Whether no number is left, given the bits of all ranks together. */
  static boolean areExhausted(long[] bitsOfAll) {
    return BitSet.valueOf(bitsOfAll).nextClearBit(0) >= Tags.MAX_CONTEXTS;
  }

  /** A split of a communicator is under way here, to the end of its last try. */
  void begin(int parent) {
    parents.add(parent);
  }

  /** The end of {@link #begin}. */
  void end(int parent) {
    parents.remove(parent);
    giveUp(parent);
  }

  /** Whether a split may choose, now and until {@link #giveUp} or {@link #end}. */
  boolean mayChoose(int parent) {
    if (chooser < 0 && parents.first() == parent) {
      chooser = parent;
    }
    return chooser == parent;
  }

  /** This try came to nothing: another split may choose. */
  void giveUp(int parent) {
    if (chooser == parent) {
      chooser = -1;
    }
  }

  /**
   * The lowest that is free, given the bits of all ranks together.
   *
   * @param rank who asks, for the message
   * @throws StarlingException if all are used
   */
  static int lowestFree(long[] bitsOfAll, int rank) {
    int number = BitSet.valueOf(bitsOfAll).nextClearBit(0);
    if (number >= Tags.MAX_CONTEXTS) {
      throw new StarlingException(
          "rank %d: %d communicators are open, which is the most; close some first"
              .formatted(rank, Tags.MAX_CONTEXTS));
    }
    return number;
  }

  void use(int number) {
    used.set(number);
  }

  /**
   * Ends the use of a number. A message that nobody has received must not turn up in the next
   * communicator, so the number rests until there are no others.
   */
  void release(int number) {
    used.clear(number);
    retired.set(number);
  }
}
