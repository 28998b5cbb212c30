package mpi;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;

/** Makes grids. */
final class Grids {

  private Grids() {}

  static CartesianCommunicator create(
      Communicator all, int[] dimensions, boolean[] periods, boolean reorder) {
    if (periods.length < dimensions.length) {
      throw new Failure(
          ErrorClass.DIMS,
          "there are %d periods for %d dimensions".formatted(periods.length, dimensions.length));
    }
    size(all.size(), dimensions);
    return all.cartesian(dimensions, java.util.Arrays.copyOf(periods, dimensions.length), reorder);
  }

  /** The ranks of a grid, which are not more than there are. */
  static int size(int ranks, int... dimensions) {
    long size = 1;
    for (int dimension : dimensions) {
      if (dimension < 1) {
        throw new Failure(
            ErrorClass.DIMS, "a dimension is %d; it is 1 or more".formatted(dimension));
      }
      size *= dimension;
      if (size > ranks) {
        throw new Failure(
            ErrorClass.ARG, "the grid has more ranks than the communicator, %d".formatted(ranks));
      }
    }
    return (int) size;
  }
}
