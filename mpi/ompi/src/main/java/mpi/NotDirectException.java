package mpi;

/** A buffer on the heap where the call needs a direct one: it passes error handlers unchanged. */
final class NotDirectException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  NotDirectException(String which) {
    super("The " + which + " must be direct.");
  }
}
