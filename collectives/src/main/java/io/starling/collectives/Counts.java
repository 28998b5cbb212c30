package io.starling.collectives;

import io.starling.collectives.machine.Plural;
import java.util.Arrays;

/**
 * How a buffer is divided among ranks, in elements of its datatype: the counts and displacements of
 * MPI's calls that end in v (MPI 4.1, section 6.5.1).
 */
public final class Counts {

  private final long[] counts;
  private final long[] displacements;

  private Counts(long[] counts, long[] displacements) {
    this.counts = counts;
    this.displacements = displacements;
  }

  /** Blocks that follow one another, one for each rank. */
  public static Counts of(long... counts) {
    long[] displacements = new long[counts.length];
    for (int i = 1; i < counts.length; i++) {
      displacements[i] = displacements[i - 1] + counts[i - 1];
    }
    return new Counts(counts.clone(), displacements);
  }

  /**
   * Blocks anywhere.
   *
   * @throws IllegalArgumentException if there are not as many displacements as counts
   */
  public static Counts of(long[] counts, long[] displacements) {
    if (counts.length != displacements.length) {
      throw new IllegalArgumentException(
          "%s, but %s"
              .formatted(
                  Plural.of(counts.length, "count"),
                  Plural.of(displacements.length, "displacement")));
    }
    return new Counts(counts.clone(), displacements.clone());
  }

  /** How many blocks. */
  public int size() {
    return counts.length;
  }

  /** Elements of a rank's block. */
  public long count(int rank) {
    return counts[rank];
  }

  /** Elements before a rank's block. */
  public long displacement(int rank) {
    return displacements[rank];
  }

  /** All blocks' elements. */
  public long total() {
    return Arrays.stream(counts).sum();
  }

  @Override
  public String toString() {
    return "counts " + Arrays.toString(counts) + " at " + Arrays.toString(displacements);
  }
}
