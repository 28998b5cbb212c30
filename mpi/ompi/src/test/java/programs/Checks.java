package programs;

import java.util.Arrays;
import mpi.MPIException;

/** What the programs in this package check results with. */
final class Checks {

  /** A call that may be refused. */
  @FunctionalInterface
  interface Call {
    void run() throws MPIException;
  }

  private Checks() {}

  static void that(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  static void equal(Object expected, Object actual, String what) {
    that(expected.equals(actual), "%s: %s, not %s".formatted(what, actual, expected));
  }

  static void equal(int[] expected, int[] actual, String what) {
    that(
        Arrays.equals(expected, actual),
        "%s: %s, not %s".formatted(what, Arrays.toString(actual), Arrays.toString(expected)));
  }

  static void equal(double[] expected, double[] actual, String what) {
    that(
        Arrays.equals(expected, actual),
        "%s: %s, not %s".formatted(what, Arrays.toString(actual), Arrays.toString(expected)));
  }

  /** A call must throw with a class of error. */
  static void refused(int errorClass, Call call, String what) {
    try {
      call.run();
    } catch (MPIException e) {
      equal(errorClass, e.getErrorClass(), what + " (" + e.getMessage() + ")");
      return;
    }
    throw new AssertionError(what + " was not refused");
  }
}
