package mpjdev;

/** Named by a signature of package {@code mpi}; it has no use in Starling's adapter. */
public class Request {

  /** An object without a use. */
  public Request() {}
}
