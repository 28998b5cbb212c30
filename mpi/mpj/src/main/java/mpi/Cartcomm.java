package mpi;

import io.starling.collectives.Communicator;
import io.starling.mpi.Arguments;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** A communicator whose processes are on a grid, in row-major order. */
@SuppressWarnings("MemberName") // mpiJava's names.
public class Cartcomm extends Intracomm {

  private final int[] dimensions;
  private final boolean[] periodic;

  Cartcomm(Communicator communicator, Session session, int[] dimensions, boolean... periodic) {
    super(communicator, session);
    this.dimensions = dimensions;
    this.periodic = periodic;
  }

  /** The number of places of a grid. */
  static long places(int... dimensions) {
    long places = 1;
    for (int length : dimensions) {
      if (length <= 0) {
        throw new MPIException("a dimension has the length %d; it is 1 or more".formatted(length));
      }
      places = Math.multiplyExact(places, length);
    }
    return places;
  }

  /**
   * A communicator of the same grid. All call it.
   *
   * @return a Cartcomm
   */
  @Override
  @SuppressWarnings({"CloneDeclaresCloneNotSupported", "checkstyle:NoClone"})
  public Object clone() throws MPIException {
    try {
      Session.current();
      Communicator made = session().keep(communicator().duplicate());
      return new Cartcomm(made, session(), dimensions, periodic);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * The kind of topology.
   *
   * @return CART
   */
  @Override
  public int Topo_test() throws MPIException {
    return MPI.CART;
  }

  /**
   * The arguments of the grid, and the place of this rank.
   *
   * @return copies
   */
  public CartParms Get() throws MPIException {
    return new CartParms(dimensions.clone(), periodic.clone(), Coords(Rank()));
  }

  /**
   * The rank at a place.
   *
   * @param coords of the place; beyond an edge they come in again at the other one, also where the
   *     dimension is no ring, as in MPJ Express
   * @return the rank
   */
  public int Rank(int[] coords) throws MPIException {
    int rank = 0;
    for (int i = 0; i < dimensions.length; i++) {
      rank = rank * dimensions[i] + Math.floorMod(coords[i], dimensions[i]);
    }
    return rank;
  }

  /**
   * The place of a rank.
   *
   * @param rank of the grid
   * @return its coordinates
   */
  public int[] Coords(int rank) throws MPIException {
    try {
      Arguments.rank(rank, Size());
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
    int[] coordinates = new int[dimensions.length];
    int rest = rank;
    for (int i = dimensions.length - 1; i >= 0; i--) {
      coordinates[i] = rest % dimensions[i];
      rest /= dimensions[i];
    }
    return coordinates;
  }

  /**
   * The partners of this rank in a shift.
   *
   * @param direction the dimension
   * @param disp the distance to the destination
   * @return ranks, or PROC_NULL beyond an edge
   */
  public ShiftParms Shift(int direction, int disp) throws MPIException {
    if (direction < 0 || direction >= dimensions.length) {
      throw new MPIException(
          "the dimension is %d; it is from 0 to %d".formatted(direction, dimensions.length - 1));
    }
    return new ShiftParms(neighbour(direction, -(long) disp), neighbour(direction, disp));
  }

  private int neighbour(int dimension, long distance) {
    int[] coordinates = Coords(Rank());
    long place = coordinates[dimension] + distance;
    if (!periodic[dimension] && (place < 0 || place >= dimensions[dimension])) {
      return MPI.NONE;
    }
    coordinates[dimension] = Math.floorMod(place, dimensions[dimension]);
    return Rank(coordinates);
  }

  /**
   * The grids of some dimensions. All call it.
   *
   * @param remain_dims for each dimension whether the new grids have it; if none, each rank has a
   *     grid of one place
   * @return the grid of this rank
   */
  @SuppressWarnings("checkstyle:IllegalIdentifierName")
  public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
    try {
      Session.current();
      int[] coordinates = Coords(Rank());
      int color = number(coordinates, i -> !remain_dims[i]);
      int key = number(coordinates, i -> remain_dims[i]);
      Communicator made = session().keep(communicator().split(color, key));
      int[] kept =
          java.util.stream.IntStream.range(0, dimensions.length)
              .filter(i -> remain_dims[i])
              .toArray();
      if (kept.length == 0) {
        return new Cartcomm(made, session(), new int[] {1}, false);
      }
      boolean[] rings = new boolean[kept.length];
      for (int i = 0; i < kept.length; i++) {
        rings[i] = periodic[kept[i]];
      }
      int[] lengths = Arrays.stream(kept).map(i -> dimensions[i]).toArray();
      return new Cartcomm(made, session(), lengths, rings);
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /** The number of a place among those that differ in some dimensions. */
  private int number(int[] coordinates, IntPredicate isCounted) {
    int number = 0;
    for (int i = 0; i < dimensions.length; i++) {
      if (isCounted.test(i)) {
        number = number * dimensions[i] + coordinates[i];
      }
    }
    return number;
  }

  /**
   * The rank that this process would have in a grid.
   *
   * @param dims the length of each dimension of that grid
   * @param periods not used
   * @return its rank, or UNDEFINED if the grid does not need it
   */
  public int Map(int[] dims, boolean[] periods) throws MPIException {
    long places = places(dims);
    if (places > Size()) {
      throw new MPIException(
          "the grid has %d places, the communicator %d processes".formatted(places, Size()));
    }
    return Rank() < places ? Rank() : MPI.NONE;
  }

  /**
   * Chooses the lengths of dimensions, as nearly equal as factors allow, the longest first.
   *
   * @param nnodes the number of places
   * @param dims lengths; those that are 0 are chosen
   */
  public static void Dims_create(int nnodes, int[] dims) throws MPIException {
    long fixed = 1;
    int free = 0;
    for (int length : dims) {
      if (length < 0) {
        throw new MPIException("a dimension has the length %d; it is 0 or more".formatted(length));
      }
      fixed *= Math.max(1, length);
      free += length == 0 ? 1 : 0;
    }
    if (nnodes <= 0 || nnodes % fixed != 0 || (free == 0 && fixed != nnodes)) {
      throw new MPIException(
          "%d processes can't have dimensions %s".formatted(nnodes, Arrays.toString(dims)));
    }
    int[] chosen = factors((int) (nnodes / fixed), free);
    int next = chosen.length;
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] == 0) {
        next--;
        dims[i] = chosen[next];
      }
    }
  }

  /** So many factors, ascending: the largest prime goes to the least factor. */
  private static int[] factors(int product, int count) {
    int[] factors = new int[count];
    if (count == 0) {
      return factors;
    }
    Arrays.fill(factors, 1);
    java.util.ArrayDeque<Integer> primes = new java.util.ArrayDeque<>();
    int rest = product;
    for (int prime = 2; prime <= rest / prime; prime++) {
      while (rest % prime == 0) {
        primes.push(prime);
        rest /= prime;
      }
    }
    if (rest > 1) {
      primes.push(rest);
    }
    for (int prime : primes) {
      factors[0] *= prime;
      Arrays.sort(factors);
    }
    return factors;
  }
}
