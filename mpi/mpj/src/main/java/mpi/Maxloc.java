package mpi;

/** The greatest value and its place; of equal values the least place. */
@SuppressWarnings("MemberName") // mpiJava's names.
public class Maxloc extends User_function {

  /** The function of {@link MPI#MAXLOC}. */
  public Maxloc() {}

  @Override
  public void Call(
      Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
    Places.keep(1, invec, inoffset, inoutvec, inoutoffset, count);
  }
}
