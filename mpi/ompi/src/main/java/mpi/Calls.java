package mpi;

import io.starling.mpi.Failure;
import io.starling.mpi.Failures;
import io.starling.mpi.Life;
import java.lang.StackWalker.StackFrame;

/**
 * The border between the program and Starling: each call checks the state, and its failures go
 * through an error handler.
 *
 * <pre>
 * state ── body ── exception ──> fatal: a line on standard error, and the job ends
 *                            └─> return: MPIException with code, class and message
 * </pre>
 */
final class Calls {

  private Calls() {}

  /** What a call does that returns something. */
  @FunctionalInterface
  interface Body<T> {
    T run() throws MPIException;
  }

  /** What a call does that returns nothing. */
  @FunctionalInterface
  interface Action {
    void run() throws MPIException;
  }

  /** Throws before Init and after Finalize. */
  static void check() throws MPIException {
    if (!Life.isRunning()) {
      throw notRunning();
    }
  }

  private static MPIException notRunning() {
    return new MPIException(
        Life.isEnded()
            ? "MPI was called after MPI.Finalize"
            : "MPI was called before MPI.Init or MPI.InitThread");
  }

  /** Makes a call, with the state check. */
  static <T> T call(Errhandler handler, Body<T> body) throws MPIException {
    check();
    try {
      return body.run();
    } catch (RuntimeException e) {
      throw failed(handler, e);
    }
  }

  /** Makes a call without a result, with the state check. */
  static void run(Errhandler handler, Action body) throws MPIException {
    check();
    try {
      body.run();
    } catch (RuntimeException e) {
      throw failed(handler, e);
    }
  }

  /** Makes a call on no communicator, window or file: the handler of COMM_WORLD has its errors. */
  static <T> T call(Body<T> body) throws MPIException {
    return call(MPI.COMM_WORLD.handler(), body);
  }

  /** The same without a result. */
  static void run(Action body) throws MPIException {
    run(MPI.COMM_WORLD.handler(), body);
  }

  /** Hands an exception to a handler: what the call throws if that returns. */
  static MPIException failed(Errhandler handler, RuntimeException thrown) throws MPIException {
    rethrowProgramsOwn(thrown);
    Failure failure = Failures.of(thrown);
    int code = failure.errorClass().code();
    if (handler.isFatal()) {
      end(code, failure.getMessage());
    }
    return new MPIException(code, code, failure.getMessage(), failure);
  }

  /** Mistakes of the program, and exceptions of its functions, pass unchanged. */
  private static void rethrowProgramsOwn(RuntimeException thrown) throws MPIException {
    if (thrown instanceof NullPointerException
        || thrown instanceof ClassCastException
        || thrown instanceof NotDirectException) {
      throw thrown;
    }
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof FunctionFailure function) {
        function.rethrow();
      }
    }
  }

  /** What a call of an error handler by the program does (MPI_Comm_call_errhandler). */
  static void callErrhandler(Errhandler handler, int code) {
    if (handler.isFatal()) {
      end(code, "the program called the error handler with code " + code);
    }
  }

  /** Ends the job because of an error. */
  @SuppressWarnings("checkstyle:noPrinting") // The last that a fatal error can do is to say so.
  private static void end(int code, String message) {
    System.err.printf("[rank %s] %s: %s%n", Job.JOB.rankText(), method(), message);
    System.err.flush();
    Job.JOB.abort(code);
  }

  /** The method of the API that the program has called. */
  private static String method() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .dropWhile(frame -> !isApi(frame))
                    .takeWhile(Calls::isApi)
                    .filter(frame -> !frame.getMethodName().startsWith("lambda$"))
                    .reduce((_, outer) -> outer)
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .orElse("mpi"));
  }

  private static boolean isApi(StackFrame frame) {
    return frame.getDeclaringClass().getPackageName().equals("mpi")
        && frame.getDeclaringClass() != Calls.class;
  }
}
