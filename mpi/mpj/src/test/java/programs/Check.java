package programs;

import java.util.Objects;

/** Checks of programs: a wrong result ends the rank with an exception. */
final class Check {

  private Check() {}

  static void that(boolean isRight, String what) {
    if (!isRight) {
      throw new AssertionError(what);
    }
  }

  static void equal(Object expected, Object actual, String what) {
    that(
        Objects.deepEquals(expected, actual),
        "%s: %s instead of %s".formatted(what, text(actual), text(expected)));
  }

  private static String text(Object value) {
    String all = java.util.Arrays.deepToString(new Object[] {value});
    return all.substring(1, all.length() - 1);
  }

  static void fails(Runnable action, String what) {
    try {
      action.run();
    } catch (mpi.MPIException _) {
      return;
    }
    throw new AssertionError(what + " did not fail");
  }
}
