package io.starling.collectives.call;

import io.starling.runtime.progress.Tags;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The context numbers of this rank's communicators. A new communicator takes a number that none of
 * its ranks uses. Its ranks agree on it in messages, and each of them reserves the numbers that it
 * offers until the agreement is over: so any number of agreements may be under way at a time.
 *
 * <p>It also numbers the objects with large arrays, and the parts of partitioned messages, that
 * this rank sends on any communicator.
 */
public final class ContextNumbers {

  /** How many numbers this rank reserves for an agreement, so that a few find a common one. */
  private static final int MOST_RESERVED = 8;

  private final BitSet used = new BitSet(Tags.MAX_CONTEXTS);

  /** The numbers of closed communicators, which are reused as late as possible. */
  private final BitSet retired = new BitSet(Tags.MAX_CONTEXTS);

  /** The numbers that this rank has offered to other ranks in agreements that are under way. */
  private final BitSet reserved = new BitSet(Tags.MAX_CONTEXTS);

  private boolean reused;
  private long objects;
  private long parts;

  ContextNumbers() {
    used.set(0);
  }

  /** The numbers that no agreement may take now. */
  public BitSet taken() {
    BitSet taken = (BitSet) used.clone();
    taken.or(retired);
    taken.or(reserved);
    return taken;
  }

  /** Whether agreements are under way. */
  public boolean areReserved() {
    return !reserved.isEmpty();
  }

  /** Reserves a few free numbers from {@code first} on, fewer or none if there are no more. */
  public BitSet reserve(int first) {
    BitSet taken = taken();
    BitSet chosen = new BitSet();
    IntStream.iterate(taken.nextClearBit(first), number -> taken.nextClearBit(number + 1))
        .takeWhile(number -> number < Tags.MAX_CONTEXTS)
        .limit(MOST_RESERVED)
        .forEach(chosen::set);
    reserved.or(chosen);
    return chosen;
  }

  /** Ends a reservation. */
  public void cancel(BitSet reservation) {
    reserved.andNot(reservation);
  }

  /** Ends a reservation whose numbers other ranks may use all the same. */
  public void retire(BitSet reservation) {
    cancel(reservation);
    retired.or(reservation);
  }

  /** Avoids a number that this rank does not use, but other ranks may. */
  public void retire(int number) {
    retired.set(number);
  }

  /**
   * Offers the free numbers from {@code first} on, as bits; they are reserved until {@link
   * #withdraw}. A number may be used only if all ranks have offered it.
   */
  public int offer(int first) {
    BitSet free = taken().get(first, first + Integer.SIZE);
    free.flip(0, Integer.SIZE);
    free.stream().forEach(number -> reserved.set(first + number));
    return (int) Arrays.stream(free.toLongArray()).findFirst().orElse(0);
  }

  /** Withdraws an offer. */
  public void withdraw(int first, int bits) {
    IntStream.range(0, Integer.SIZE)
        .filter(number -> (bits >>> number & 1) != 0)
        .forEach(number -> reserved.clear(first + number));
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

  /** The number, from 1, of the next object that this rank sends as several messages. */
  long nextObject() {
    objects++;
    return objects;
  }

  /** Numbers the parts of a partitioned send; returns the number of the first. */
  long reserveParts(int count) {
    long first = parts;
    parts += count;
    return first;
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
