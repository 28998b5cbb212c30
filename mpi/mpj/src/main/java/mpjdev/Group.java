package mpjdev;

/** Named by a signature of package {@code mpi}; it has no use in Starling's adapter. */
public class Group {

  /** An object without a use. */
  public Group() {}
}
