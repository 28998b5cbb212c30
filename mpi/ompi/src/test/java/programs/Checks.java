package programs;

import java.util.Arrays;
import java.util.Objects;
import mpi.MPIException;

/** What the programs check results with. */
public final class Checks {

  /** A call that may be refused. */
  @FunctionalInterface
  public interface Call {
    /** Makes the call. */
    void run() throws MPIException;
  }

  private Checks() {}

  /** Something must be so. */
  public static void that(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  /** Two values must be equal; arrays are if their elements are. */
  public static void equal(Object expected, Object actual) {
    equal(expected, actual, "a value");
  }

  /** The same, with words for the report. */
  public static void equal(Object expected, Object actual, String what) {
    that(
        Objects.deepEquals(expected, actual),
        "%s: %s, not %s".formatted(what, text(actual), text(expected)));
  }

  private static String text(Object value) {
    String text = Arrays.deepToString(new Object[] {value});
    return text.substring(1, text.length() - 1);
  }

  /** A call must throw with a class of error. */
  public static void refused(int errorClass, Call call) {
    refused(errorClass, call, "a call");
  }

  /** The same, with words for the report. */
  public static void refused(int errorClass, Call call, String what) {
    try {
      call.run();
    } catch (MPIException e) {
      equal(errorClass, e.getErrorClass(), what + " (" + e.getMessage() + ")");
      return;
    }
    throw new AssertionError(what + " was not refused");
  }
}
