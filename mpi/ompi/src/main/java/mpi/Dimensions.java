package mpi;

import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;

/** Chooses the dimensions of grids (MPI_Dims_create). */
final class Dimensions {

  private Dimensions() {}

  /** Replaces the zeros, so that the product is the number of ranks. */
  static void choose(int ranks, int[] dimensions) {
    if (ranks < 1) {
      throw new Failure(ErrorClass.DIMS, "a grid has 1 rank or more, not %d".formatted(ranks));
    }
    long fixed = 1;
    int free = 0;
    for (int dimension : dimensions) {
      if (dimension < 0) {
        throw new Failure(ErrorClass.DIMS, "a dimension is %d".formatted(dimension));
      }
      fixed *= dimension == 0 ? 1 : dimension;
      free += dimension == 0 ? 1 : 0;
    }
    if (ranks % fixed != 0 || (free == 0 && fixed != ranks)) {
      throw new Failure(
          ErrorClass.DIMS, "%d ranks don't fill dimensions of %d".formatted(ranks, fixed));
    }
    int[] chosen = new int[free];
    factor((int) (ranks / fixed), chosen, 0, Integer.MAX_VALUE);
    int next = 0;
    for (int i = 0; i < dimensions.length; i++) {
      if (dimensions[i] == 0) {
        dimensions[i] = chosen[next];
        next++;
      }
    }
  }

  /** Factors in falling order, the first as small as can be; false if none is below the limit. */
  private static boolean factor(int number, int[] chosen, int place, int limit) {
    if (place == chosen.length) {
      return number == 1;
    }
    int left = chosen.length - place;
    for (int factor = 1; factor <= Math.min(number, limit); factor++) {
      if (number % factor == 0 && Math.pow(factor, left) >= number * (1 - 1e-9)) {
        chosen[place] = factor;
        if (factor(number / factor, chosen, place + 1, factor)) {
          return true;
        }
      }
    }
    return false;
  }
}
