package io.starling.collectives.neighbour;

import io.starling.collectives.exchange.Neighbours;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Ranks on a grid, in row-major order: the last coordinate varies fastest (MPI 4.1, section 8.5).
 *
 * <pre>
 * dimensions 2 x 3      0 1 2
 *                       3 4 5      rank 5 has coordinates (1, 2)
 * </pre>
 */
public final class Grid {

  private final int[] dimensions;
  private final boolean[] periodic;

  /** A grid of {@code dimensions}, each at least 1; {@code periodic} dimensions are rings. */
  public Grid(int[] dimensions, boolean[] periodic) {
    this.dimensions = dimensions.clone();
    this.periodic = periodic.clone();
  }

  /** The dimensions. */
  public int[] dimensions() {
    return dimensions.clone();
  }

  /** Which dimensions are rings. */
  public boolean[] periodic() {
    return periodic.clone();
  }

  /** The number of ranks. */
  public int size() {
    return Arrays.stream(dimensions).reduce(1, (a, b) -> a * b);
  }

  /** The coordinates of a rank. */
  public int[] coordinates(int rank) {
    int[] coordinates = new int[dimensions.length];
    int rest = rank;
    for (int i = dimensions.length - 1; i >= 0; i--) {
      coordinates[i] = rest % dimensions[i];
      rest /= dimensions[i];
    }
    return coordinates;
  }

  /**
   * The rank at coordinates, which wrap around in periodic dimensions; {@link Neighbours#NOBODY}
   * beyond an edge.
   */
  public int rank(int... coordinates) {
    int rank = 0;
    for (int i = 0; i < dimensions.length; i++) {
      boolean isInside = coordinates[i] >= 0 && coordinates[i] < dimensions[i];
      if (!isInside && !periodic[i]) {
        return Neighbours.NOBODY;
      }
      rank = rank * dimensions[i] + Math.floorMod(coordinates[i], dimensions[i]);
    }
    return rank;
  }

  /** The rank at a number of steps from a rank in a dimension. */
  public int neighbour(int rank, int dimension, long steps) {
    int[] coordinates = coordinates(rank);
    long place = coordinates[dimension] + steps;
    if (periodic[dimension]) {
      place = Math.floorMod(place, dimensions[dimension]);
    } else if (place < 0 || place >= dimensions[dimension]) {
      return Neighbours.NOBODY;
    }
    coordinates[dimension] = (int) place;
    return rank(coordinates);
  }

  /** All neighbours of a rank, see {@link Neighbours#ofGrid}. */
  public Neighbours neighbours(int rank) {
    return Neighbours.ofGrid(
        IntStream.range(0, 2 * dimensions.length)
            .map(i -> neighbour(rank, i / 2, i % 2 == 0 ? -1 : 1))
            .toArray());
  }

  /** A grid of the remaining dimensions. */
  public Grid sub(boolean... remaining) {
    int[] kept =
        IntStream.range(0, dimensions.length).filter(dimension -> remaining[dimension]).toArray();
    boolean[] rings = new boolean[kept.length];
    for (int i = 0; i < kept.length; i++) {
      rings[i] = periodic[kept[i]];
    }
    return new Grid(Arrays.stream(kept).map(dimension -> dimensions[dimension]).toArray(), rings);
  }

  @Override
  public String toString() {
    return "grid " + Arrays.toString(dimensions) + ", periodic " + Arrays.toString(periodic);
  }
}
