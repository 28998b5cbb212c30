package io.starling.collectives.communicator;

import io.starling.collectives.call.ContextNumbers;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Tags;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * How the ranks of a new communicator agree on its number. Each reserves a few numbers, all combine
 * their words by OR, and take the lowest number that all have reserved:
 *
 * <pre>
 * long   0 ... 63            64 ... 127             128
 *        numbers that are    numbers that are not   1  a rank uses numbers again
 *        taken at a rank     reserved at a rank     2  a rank has other agreements under way
 * </pre>
 *
 * If there is none, they try again from a number that was taken at no rank. After each attempt a
 * rank gives back what it has reserved, so no agreement waits for another one, whatever the threads
 * of the ranks do in the meantime. Agreements of different communicators and tags go to different
 * numbers, so that they do not meet again.
 */
final class NumberAgreement {

  /** Combines words of all ranks. */
  interface Exchange {

    /** Returns the bitwise or of the words of all ranks; more words of its own may follow. */
    long[] combine(long[] words);
  }

  /**
   * What all ranks know.
   *
   * @param isFirst whether no rank has used the number before
   * @param words what the last exchange has returned
   */
  record Outcome(int number, boolean isFirst, long[] words) {}

  /** How many words the ranks combine. */
  static final int WORDS = 2 * Tags.MAX_CONTEXTS / Long.SIZE + 1;

  private static final int NUMBER_WORDS = Tags.MAX_CONTEXTS / Long.SIZE;
  private static final int STATE_WORD = 2 * NUMBER_WORDS;
  private static final long REUSES = 1;
  private static final long OTHERS = 2;

  /** Second attempts begin below this number, third ones below twice of it, and so on. */
  private static final int SPREAD = 64;

  private final ContextNumbers numbers;
  private final int rank;
  private final SplittableRandom places;
  private int spread = SPREAD;
  private int first;
  private boolean hasForgotten;
  private BitSet reservation;

  /**
   * An agreement.
   *
   * @param rank this rank, for messages
   * @param salt the same at all ranks; agreements that may meet have different ones
   */
  NumberAgreement(ContextNumbers numbers, int rank, long salt) {
    this.numbers = numbers;
    this.rank = rank;
    places = new SplittableRandom(salt);
  }

  /**
   * Agrees; this rank must use the number before it waits for anything else.
   *
   * @throws StarlingException on all ranks if there is no number
   */
  Outcome agree(Exchange exchange) {
    Outcome outcome = null;
    while (outcome == null) {
      long[] own = propose();
      boolean isComplete = false;
      long[] all;
      try {
        all = exchange.combine(own);
        isComplete = true;
      } finally {
        if (!isComplete) {
          giveUp();
        }
      }
      outcome = conclude(all);
    }
    return outcome;
  }

  /** Begins an attempt; returns this rank's words, which are to be combined. */
  long[] propose() {
    long[] own = new long[WORDS];
    BitSet taken = numbers.taken();
    own[STATE_WORD] = (numbers.areReused() ? REUSES : 0) + (numbers.areReserved() ? OTHERS : 0);
    reservation = numbers.reserve(first);
    BitSet notReserved = (BitSet) reservation.clone();
    notReserved.flip(0, Tags.MAX_CONTEXTS);
    put(taken, own, 0);
    put(notReserved, own, NUMBER_WORDS);
    return own;
  }

  /** Ends an attempt that has failed: others may have agreed on one of the reserved numbers. */
  void giveUp() {
    numbers.retire(reservation);
  }

  /**
   * Ends an attempt.
   *
   * @param all the combined words of all ranks
   * @return the outcome; null if another attempt must follow
   * @throws StarlingException on all ranks if there is no number
   */
  Outcome conclude(long... all) {
    numbers.cancel(reservation);
    int number = bits(all, NUMBER_WORDS).nextClearBit(0);
    if (number < Tags.MAX_CONTEXTS) {
      return new Outcome(number, (all[STATE_WORD] & REUSES) == 0, all);
    }
    BitSet taken = bits(all, 0);
    if (taken.nextClearBit(0) < Tags.MAX_CONTEXTS) {
      first = place(taken);
    } else {
      makeRoom(all);
    }
    return null;
  }

  /** A number that is free at all ranks, not far from the others. */
  private int place(BitSet taken) {
    int free = taken.nextClearBit(places.nextInt(spread));
    spread = Math.min(2 * spread, Tags.MAX_CONTEXTS);
    return free < Tags.MAX_CONTEXTS ? free : taken.nextClearBit(0);
  }

  private void makeRoom(long... all) {
    if (!hasForgotten) {
      numbers.forgetRetired();
      hasForgotten = true;
    } else if ((all[STATE_WORD] & OTHERS) == 0) {
      throw new StarlingException(
          "rank %d: %d communicators are open, which is the limit; close some first"
              .formatted(rank, Tags.MAX_CONTEXTS));
    }
    first = 0;
  }

  private static BitSet bits(long[] words, int from) {
    return BitSet.valueOf(Arrays.copyOfRange(words, from, from + NUMBER_WORDS));
  }

  private static void put(BitSet numbers, long[] words, int at) {
    long[] bits = numbers.toLongArray();
    System.arraycopy(bits, 0, words, at, bits.length);
  }
}
