package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.CartesianCommunicator;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.ResultRequest;

/** A communicator whose ranks are on a grid. */
public final class CartComm extends Intracomm {

  CartComm(AnyCommunicator any, Errhandler errhandler) {
    super(any, errhandler);
  }

  private CartComm(ResultRequest<? extends AnyCommunicator> pending, Errhandler errhandler) {
    super(pending, errhandler);
  }

  private CartesianCommunicator grid() {
    if (any() instanceof CartesianCommunicator grid) {
      return grid;
    }
    throw new Failure(ErrorClass.TOPOLOGY, "the communicator is no grid");
  }

  @Override
  Comm like(AnyCommunicator duplicate) {
    return new CartComm(duplicate, handler());
  }

  @Override
  Comm like(ResultRequest<? extends AnyCommunicator> duplicate) {
    return new CartComm(duplicate, handler());
  }

  @Override
  public CartComm clone() {
    return (CartComm) cloned();
  }

  @Override
  public CartComm dup() throws MPIException {
    return (CartComm) duplicated();
  }

  @Override
  public CartComm dupWithInfo(Info info) throws MPIException {
    return (CartComm) duplicatedWithInfo(info);
  }

  @Override
  public CartComm iDup() throws MPIException {
    return (CartComm) duplicating();
  }

  /**
   * Chooses the dimensions that are 0.
   *
   * @param nnodes the number of ranks
   * @param dims changed: no entry is 0 afterwards
   * @throws MPIException if the others don't divide the number of ranks
   */
  public static void createDims(int nnodes, int[] dims) throws MPIException {
    Calls.run(() -> Dimensions.choose(nnodes, dims));
  }

  /**
   * Dimensions, periods, and the coordinates of this rank.
   *
   * @return copies
   * @throws MPIException if this is no grid
   */
  public CartParms getTopo() throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          CartesianCommunicator grid = grid();
          return new CartParms(grid.dimensions(), grid.periodic(), grid.coordinates());
        });
  }

  /**
   * The ranks to receive from and to send to in a shift.
   *
   * @param direction the index of the dimension
   * @param disp the distance to the destination
   * @return source and destination; PROC_NULL beyond an edge
   * @throws MPIException if there is no such dimension
   */
  public ShiftParms shift(int direction, int disp) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          CartesianCommunicator grid = grid();
          if (direction < 0 || direction >= grid.dimensions().length) {
            throw new Failure(ErrorClass.DIMS, "there is no dimension %d".formatted(direction));
          }
          CartesianCommunicator.Shift shift = grid.shift(direction, disp);
          return new ShiftParms(shift.source(), shift.destination());
        });
  }

  /**
   * The coordinates of a rank.
   *
   * @param rank of this communicator
   * @return one per dimension
   * @throws MPIException if there is no such rank
   */
  public int[] getCoords(int rank) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          CartesianCommunicator grid = grid();
          Arguments.rank(rank, grid.size());
          return grid.coordinates(rank);
        });
  }

  /**
   * The rank at a place.
   *
   * @param coords one per dimension; they wrap around in periodic ones
   * @return the rank
   * @throws MPIException if a coordinate is beyond an edge
   */
  public int getRank(int[] coords) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          CartesianCommunicator grid = grid();
          int dimensions = grid.dimensions().length;
          return grid.rank(
              coords.length > dimensions ? java.util.Arrays.copyOf(coords, dimensions) : coords);
        });
  }

  /**
   * Grids of fewer dimensions.
   *
   * @param remainDims for each dimension whether it is kept
   * @return the one of this rank
   * @throws MPIException if this is no grid
   */
  public CartComm sub(boolean[] remainDims) throws MPIException {
    return Calls.call(handler(), () -> new CartComm(grid().sub(remainDims), handler()));
  }

  /**
   * The place of this rank in a grid that would fit the machine.
   *
   * @param dims the dimensions
   * @param periods which are periodic
   * @return a rank, or UNDEFINED if it is left over
   * @throws MPIException if the grid has more ranks than there are
   */
  public int map(int[] dims, boolean[] periods) throws MPIException {
    return Calls.call(
        handler(),
        () -> {
          int rank = any().rank();
          return rank < Grids.size(any().size(), dims) ? rank : MPI.UNDEFINED;
        });
  }
}
