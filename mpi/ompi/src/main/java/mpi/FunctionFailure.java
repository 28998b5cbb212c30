package mpi;

/** Carries what a program's function has thrown out of the reduction that called it. */
final class FunctionFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FunctionFailure(Throwable thrown) {
    super("a user's function has failed", thrown);
  }

  /** Throws what the function has thrown. */
  void rethrow() throws MPIException {
    switch (getCause()) {
      case MPIException exception -> throw exception;
      case RuntimeException exception -> throw exception;
      case Error error -> throw error;
      default -> throw this;
    }
  }
}
