package programs;

import java.util.Arrays;
import mpi.MPIException;

/** Checks of the programs. */
final class Expect {

  private Expect() {}

  /** A call that must fail. */
  @FunctionalInterface
  interface Call {
    void run() throws MPIException;
  }

  static void equal(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      throw new AssertionError("expected " + expected + ", got " + actual);
    }
  }

  static void equal(int[] expected, int... actual) {
    if (!Arrays.equals(expected, actual)) {
      throw new AssertionError(
          "expected " + Arrays.toString(expected) + ", got " + Arrays.toString(actual));
    }
  }

  static void isTrue(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  static void fails(int errorClass, Call call) {
    try {
      call.run();
    } catch (MPIException e) {
      equal(errorClass, e.getErrorClass());
      return;
    }
    throw new AssertionError("no exception of class " + errorClass);
  }
}
