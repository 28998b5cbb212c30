package mpi;

/** The dimensions of a grid and the coordinates of this rank (MPI_Cart_get). */
public final class CartParms {

  private final int[] dimensions;
  private final boolean[] periods;
  private final int[] coordinates;

  CartParms(int[] dimensions, boolean[] periods, int[] coordinates) {
    this.dimensions = dimensions;
    this.periods = periods;
    this.coordinates = coordinates;
  }

  /**
   * The number of dimensions.
   *
   * @return 0 or more
   */
  public int getDimCount() {
    return dimensions.length;
  }

  /**
   * The length of a dimension.
   *
   * @param i its index
   * @return the number of ranks along it
   */
  public int getDim(int i) {
    return dimensions[i];
  }

  /**
   * Whether a dimension is a ring.
   *
   * @param i its index
   * @return true if it is periodic
   */
  public boolean getPeriod(int i) {
    return periods[i];
  }

  /**
   * A coordinate of this rank.
   *
   * @param i the index of the dimension
   * @return from 0 on
   */
  public int getCoord(int i) {
    return coordinates[i];
  }
}
