package mpi;

/** The least value and its place; of equal values the least place. */
@SuppressWarnings("MemberName") // mpiJava's names.
public class Minloc extends User_function {

  /** The function of {@link MPI#MINLOC}. */
  public Minloc() {}

  @Override
  public void Call(
      Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
    Places.keep(-1, invec, inoffset, inoutvec, inoutoffset, count);
  }
}
