package mpi;

/** The partners of a rank in a shift (MPI_Cart_shift). */
public final class ShiftParms {

  private final int source;
  private final int destination;

  ShiftParms(int source, int destination) {
    this.source = source;
    this.destination = destination;
  }

  /**
   * The rank to receive from.
   *
   * @return a rank, or PROC_NULL
   */
  public int getRankSource() {
    return source;
  }

  /**
   * The rank to send to.
   *
   * @return a rank, or PROC_NULL
   */
  public int getRankDest() {
    return destination;
  }
}
