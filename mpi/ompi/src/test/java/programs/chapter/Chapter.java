package programs.chapter;

import mpi.MPI;
import mpi.MPIException;
import programs.Checks;

/** Sections of a program; a call that is not refused as it should be is reported in the end. */
final class Chapter {

  private static int failures;

  private Chapter() {}

  /** Calls of a section. */
  @FunctionalInterface
  interface Calls {
    void run() throws Exception;
  }

  /** What a program does between Init and Finalize. */
  @FunctionalInterface
  interface Body {
    void run(String... arguments) throws Exception;
  }

  static void run(String[] arguments, Body body) throws Exception {
    String[] rest = MPI.Init(arguments);
    MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
    MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
    body.run(rest);
    if (failures > 0) {
      System.err.flush();
      MPI.COMM_WORLD.abort(1);
    }
    MPI.Finalize();
  }

  /** Ends the job if it fails: the other ranks may wait for this one. */
  static void section(String name, Calls calls) throws MPIException {
    if (!succeeds(name, calls)) {
      MPI.COMM_WORLD.abort(1);
    }
  }

  private static boolean succeeds(String name, Calls calls) {
    try {
      calls.run();
      return true;
    } catch (Exception | AssertionError e) {
      failures++;
      System.err.println("section " + name);
      e.printStackTrace();
      System.err.flush();
      return false;
    }
  }

  /** A call must throw with a class of error; a wrong one doesn't end the section. */
  static void refused(int errorClass, String what, Calls call) {
    succeeds(
        what,
        () -> {
          try {
            call.run();
          } catch (MPIException e) {
            Checks.equal(errorClass, e.getErrorClass(), what + " (" + e.getMessage() + ")");
            return;
          }
          throw new AssertionError("not refused: " + what);
        });
  }
}
