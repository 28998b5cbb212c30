package mpi;

/** The partners in a shift along a dimension of a grid. */
@SuppressWarnings({
  "checkstyle:VisibilityModifier", // Programs name these fields.
  "checkstyle:IllegalIdentifierName",
  "MemberName"
})
public class ShiftParms {

  /** The rank to receive from, or {@link MPI#PROC_NULL}. */
  public int rank_source;

  /** The rank to send to, or {@link MPI#PROC_NULL}. */
  public int rank_dest;

  ShiftParms(int source, int destination) {
    rank_source = source;
    rank_dest = destination;
  }
}
