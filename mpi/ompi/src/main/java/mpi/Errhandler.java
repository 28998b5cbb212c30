package mpi;

/** What an error does: it ends the job, or the call throws (MPI 4.1, section 9.3). */
public final class Errhandler {

  private final boolean isFatal;

  Errhandler(boolean isFatal) {
    this.isFatal = isFatal;
  }

  boolean isFatal() {
    return isFatal;
  }
}
