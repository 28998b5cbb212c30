package mpi;

/** A program's reduction. */
@SuppressWarnings({"checkstyle:TypeName", "TypeName", "MemberName"}) // mpiJava's names.
public abstract class User_function {

  /** For subclasses. */
  public User_function() {}

  /**
   * Folds elements: {@code inoutvec[i] = invec[i] op inoutvec[i]}. Both arrays are copies, of which
   * the function may change the second one, objects in it included.
   *
   * @param invec the operands of lower ranks
   * @param inoffset where they begin
   * @param inoutvec the operands of higher ranks; takes the results
   * @param inoutoffset where they begin
   * @param count the number of elements of the datatype
   * @param datatype of the reduction
   */
  public abstract void Call(
      Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype)
      throws MPIException;
}
