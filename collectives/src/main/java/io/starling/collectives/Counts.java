package io.starling.collectives;

import io.starling.collectives.operation.Plural;
import java.util.Arrays;

/**
 * The lengths and places of the blocks of a buffer, one block per rank, in elements of the buffer's
 * datatype: the counts and displacements of the calls that end in v (MPI 4.1, section 6.5).
 *
 * <pre>{@code
 * world.gatherv(mine, all, Counts.of(3, 5, 0, 2), 0);
 * }</pre>
 *
 * <p>Immutable; may be shared by threads. This class does not check the values; the calls that take
 * it do.
 */
public final class Counts {

  private final long[] counts;
  private final long[] displacements;

  private Counts(long[] counts, long[] displacements) {
    this.counts = counts;
    this.displacements = displacements;
  }

  /**
   * Blocks without gaps between them.
   *
   * @param counts the length of each rank's block, in elements
   * @return the blocks, in the order of ranks
   */
  public static Counts of(long... counts) {
    long[] displacements = new long[counts.length];
    for (int i = 1; i < counts.length; i++) {
      displacements[i] = displacements[i - 1] + counts[i - 1];
    }
    return checked(counts.clone(), displacements);
  }

  private static Counts checked(long[] counts, long[] displacements) {
    for (int rank = 0; rank < counts.length; rank++) {
      if (counts[rank] < 0 || displacements[rank] < 0) {
        throw new IllegalArgumentException(
            "block %d has %d elements at displacement %d; neither may be negative"
                .formatted(rank, counts[rank], displacements[rank]));
      }
    }
    return new Counts(counts, displacements);
  }

  /**
   * Blocks without gaps between them.
   *
   * @param counts the length of each rank's block, in elements
   * @return the blocks, in the order of ranks
   */
  public static Counts of(int... counts) {
    return of(longs(counts));
  }

  /**
   * Blocks at any places of the buffer.
   *
   * @param counts the length of each rank's block, in elements
   * @param displacements the first element of each rank's block, counted from that of the buffer
   * @return the blocks
   * @throws IllegalArgumentException if the two arrays differ in length or an entry is negative
   */
  public static Counts of(long[] counts, long[] displacements) {
    if (counts.length != displacements.length) {
      throw new IllegalArgumentException(
          "%s, but %s"
              .formatted(
                  Plural.of(counts.length, "count"),
                  Plural.of(displacements.length, "displacement")));
    }
    return checked(counts.clone(), displacements.clone());
  }

  /**
   * Blocks at any places of the buffer.
   *
   * @param counts the length of each rank's block, in elements
   * @param displacements the first element of each rank's block, counted from that of the buffer
   * @return the blocks
   * @throws IllegalArgumentException if the two arrays differ in length
   */
  public static Counts of(int[] counts, int[] displacements) {
    return of(longs(counts), longs(displacements));
  }

  private static long[] longs(int[] values) {
    return Arrays.stream(values).asLongStream().toArray();
  }

  /**
   * The number of blocks.
   *
   * @return one for each rank
   */
  public int size() {
    return counts.length;
  }

  /**
   * The length of a rank's block.
   *
   * @param rank the rank, from 0
   * @return the length in elements
   */
  public long count(int rank) {
    return counts[rank];
  }

  /**
   * The place of a rank's block.
   *
   * @param rank the rank, from 0
   * @return the elements of the buffer before the block
   */
  public long displacement(int rank) {
    return displacements[rank];
  }

  /**
   * The sum of the lengths of all blocks.
   *
   * @return the sum in elements
   */
  public long total() {
    return Arrays.stream(counts).sum();
  }

  @Override
  public String toString() {
    return "counts " + Arrays.toString(counts) + " at " + Arrays.toString(displacements);
  }
}
