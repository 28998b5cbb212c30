package io.starling.collectives;

import io.starling.collectives.communicator.RankCartesian;

/**
 * A communicator whose ranks are on a grid of any number of dimensions, in row-major order: the
 * last coordinate varies fastest (MPI 4.1, section 8.5); see {@link Communicator#cartesian}.
 *
 * <pre>{@code
 * CartesianCommunicator.Shift east = plane.shift(1, 1);
 * plane.sendReceive(edge, east.destination(), 0, halo, east.source(), 0);
 * }</pre>
 *
 * <p>A rank has two neighbours per dimension: first the one in negative direction, then the one in
 * positive direction. Beyond the edge of a dimension that is not periodic the neighbour is {@link
 * #PROC_NULL}. A block sent in negative direction arrives in the receiver's block for the positive
 * direction. This also holds if both neighbours are the same rank, as in a periodic dimension of
 * length 1 or 2 (MPI 4.1, section 8.6).
 */
public sealed interface CartesianCommunicator extends NeighbourCommunicator permits RankCartesian {

  /**
   * The two partners of a rank when all ranks shift their data in one direction.
   *
   * @param source the rank to receive from, or {@link #PROC_NULL}
   * @param destination the rank to send to, or {@link #PROC_NULL}
   */
  record Shift(int source, int destination) {}

  /**
   * The length of each dimension (MPI_Cart_get).
   *
   * @return a copy, one entry per dimension, each at least 1
   */
  int[] dimensions();

  /**
   * Which dimensions are periodic, that is, rings (MPI_Cart_get).
   *
   * @return a copy, one entry per dimension
   */
  boolean[] periodic();

  /**
   * The coordinates of this rank (MPI_Cart_get).
   *
   * @return one coordinate per dimension, each from 0 on
   */
  int[] coordinates();

  /**
   * The coordinates of a rank (MPI_Cart_coords).
   *
   * @param rank 0 to {@link #size()} - 1
   * @return one coordinate per dimension, each from 0 on
   * @throws IllegalArgumentException if there is no such rank
   */
  int[] coordinates(int rank);

  /**
   * The rank at a place of the grid (MPI_Cart_rank).
   *
   * @param coordinates one per dimension; in periodic dimensions they wrap around
   * @return the rank
   * @throws IllegalArgumentException if the number of coordinates is not that of the dimensions, or
   *     a coordinate is beyond the edge of a dimension that is not periodic
   */
  int rank(int[] coordinates);

  /**
   * The ranks to receive from and to send to in a shift along one dimension (MPI_Cart_shift).
   *
   * @param dimension the index of the dimension, from 0
   * @param displacement the distance to the destination, in ranks; negative in negative direction
   * @return the destination at that distance, and the source at the same distance in the other
   *     direction
   * @throws IllegalArgumentException if there is no such dimension
   */
  Shift shift(int dimension, int displacement);

  /**
   * Splits the grid into grids of fewer dimensions, such as a plane into its rows (MPI_Cart_sub).
   * Ranks that agree in all other coordinates share a grid. All ranks must call it.
   *
   * @param remaining for each dimension whether the new grids keep it
   * @return the grid that contains this rank, to be closed before this one
   * @throws IllegalArgumentException if the number of values is not that of the dimensions
   */
  CartesianCommunicator sub(boolean... remaining);

  /** This grid with other choices of algorithm; see {@link Communicator#withAlgorithm}. */
  @Override
  CartesianCommunicator withAlgorithm(String specification);

  /** Copies this grid; see {@link Communicator#duplicate}. */
  @Override
  CartesianCommunicator duplicate();
}
