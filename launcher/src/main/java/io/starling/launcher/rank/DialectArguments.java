package io.starling.launcher.rank;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a main method is called with. Programs for MPJ Express expect three arguments of their
 * launcher first: the rank, a configuration, and a device.
 */
public final class DialectArguments {

  /** The variable that says which dialect the ranks have. */
  public static final String VARIABLE = "STARLING_MPI";

  /** The dialect of such programs. */
  public static final String MPJ = "mpj";

  private DialectArguments() {}

  /**
   * The arguments of the main method.
   *
   * @param words of the command line: the main class, then the user's arguments
   * @param rank this process's number
   */
  static String[] of(String[] words, int rank, Map<String, String> environment) {
    Stream<String> users = Arrays.stream(words, 1, words.length);
    return MPJ.equals(environment.get(VARIABLE))
        ? Stream.concat(Stream.of(Integer.toString(rank), "starling", "starling"), users)
            .toArray(String[]::new)
        : users.toArray(String[]::new);
  }
}
