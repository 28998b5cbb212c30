package mpi;

/** The arguments of a grid, and the place of this rank. The arrays are the program's own. */
@SuppressWarnings("checkstyle:VisibilityModifier") // Programs name these fields.
public class CartParms {

  /** The length of each dimension. */
  public int[] dims;

  /** Which dimensions are rings. */
  public boolean[] periods;

  /** The coordinates of this rank. */
  public int[] coords;

  CartParms(int[] dimensions, boolean[] periodic, int... coordinates) {
    dims = dimensions;
    periods = periodic;
    coords = coordinates;
  }
}
