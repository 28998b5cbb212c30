package io.starling.collectives;

/**
 * Ranks on a grid of any number of dimensions, in row-major order: the last coordinate runs fastest
 * (MPI 4.1, section 8.5); see {@link Communicator#cartesian}.
 *
 * <p>A rank has two neighbours for every dimension, first the one in negative direction, then the
 * one in positive direction; beyond the edge of a dimension that is not periodic it is {@link
 * #NO_RANK}. What is sent in negative direction arrives in the receiver's block of the positive
 * direction, also where both are the same rank, as in a periodic dimension of length 1 or 2 (MPI
 * 4.1, section 8.6).
 */
public interface CartesianCommunicator extends NeighbourCommunicator {

  /**
   * Whom to receive from and whom to send to when all shift their data in one direction.
   *
   * @param source a rank, or {@link #NO_RANK}
   * @param destination a rank, or {@link #NO_RANK}
   */
  record Shift(int source, int destination) {}

  /** How long each dimension is. */
  int[] dimensions();

  /** Which dimensions are rings. */
  boolean[] periodic();

  /** Where this rank is. */
  int[] coordinates();

  /**
   * Where a rank is (MPI_Cart_coords).
   *
   * @throws IllegalArgumentException if there is no such rank
   */
  int[] coordinates(int rank);

  /**
   * Who is there (MPI_Cart_rank). In periodic dimensions coordinates go round.
   *
   * @throws IllegalArgumentException if a coordinate is beyond the edge of another dimension, or if
   *     there are not as many as dimensions
   */
  int rank(int[] coordinates);

  /**
   * The ranks at a distance in one dimension (MPI_Cart_shift).
   *
   * @param displacement how far data move: to the destination, which is at this distance; negative
   *     in negative direction
   * @throws IllegalArgumentException if there is no such dimension
   */
  Shift shift(int dimension, int displacement);

  /**
   * A grid of fewer dimensions for every value of the coordinates that go (MPI_Cart_sub): of a
   * plane, its rows or its columns. All ranks must call it.
   *
   * @param remaining for each dimension whether it stays
   */
  CartesianCommunicator sub(boolean... remaining);

  @Override
  CartesianCommunicator withAlgorithm(String specification);

  @Override
  CartesianCommunicator duplicate();
}
