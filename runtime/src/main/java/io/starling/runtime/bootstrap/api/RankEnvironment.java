package io.starling.runtime.bootstrap.api;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The environment variables that the launcher sets for a rank.
 *
 * @param rank this process's rank in the job, {@code STARLING_RANK}
 * @param size the number of ranks of the job, {@code STARLING_SIZE}
 * @param localRank its number among the ranks of this host, {@code STARLING_LOCAL_RANK}
 * @param localSize the number of ranks on this host, {@code STARLING_LOCAL_SIZE}
 * @param oversubscribed whether ranks of this host share cores, {@code STARLING_OVERSUBSCRIBED}, 1
 *     or 0. A rank can't find out by itself: if it is bound to a core it sees one processor.
 *     Without the variable it is true if there are more ranks than processors.
 * @param jobFile a file of mode 600 with the address and secret of the bootstrap store, {@code
 *     STARLING_JOB_FILE}
 */
public record RankEnvironment(
    int rank, int size, int localRank, int localSize, boolean oversubscribed, Path jobFile) {

  public static final String RANK = "STARLING_RANK";
  public static final String SIZE = "STARLING_SIZE";
  public static final String LOCAL_RANK = "STARLING_LOCAL_RANK";
  public static final String LOCAL_SIZE = "STARLING_LOCAL_SIZE";
  public static final String OVERSUBSCRIBED = "STARLING_OVERSUBSCRIBED";
  public static final String JOB_FILE = "STARLING_JOB_FILE";

  /** Set to {@code 1} if the stderr of ranks goes to a terminal. */
  public static final String TERMINAL = "STARLING_TERMINAL";

  /**
   * Reads the variables; empty if no launcher has started this process.
   *
   * @throws IllegalArgumentException if some are set and others are missing or malformed
   */
  public static Optional<RankEnvironment> from(Map<String, String> environment) {
    if (!environment.containsKey(RANK) || StaticSettings.areIn(environment)) {
      return Optional.empty();
    }
    return Optional.of(
        new RankEnvironment(
            number(environment, RANK),
            number(environment, SIZE),
            number(environment, LOCAL_RANK),
            number(environment, LOCAL_SIZE),
            oversubscribed(environment),
            Path.of(text(environment, JOB_FILE))));
  }

  /** Reads the variables except the path of the job file. */
  public Membership membership() {
    return new Membership(rank, size, localRank, localSize, oversubscribed);
  }

  /** The variables from which {@link #from} reads an equal record. */
  public Map<String, String> toVariables() {
    return Map.of(
        RANK, Integer.toString(rank),
        SIZE, Integer.toString(size),
        LOCAL_RANK, Integer.toString(localRank),
        LOCAL_SIZE, Integer.toString(localSize),
        OVERSUBSCRIBED, oversubscribed ? "1" : "0",
        JOB_FILE, jobFile.toString());
  }

  private static boolean oversubscribed(Map<String, String> environment) {
    String text = environment.get(OVERSUBSCRIBED);
    if (text == null) {
      return number(environment, LOCAL_SIZE) > Runtime.getRuntime().availableProcessors();
    }
    return switch (text) {
      case "0" -> false;
      case "1" -> true;
      default ->
          throw new IllegalArgumentException(OVERSUBSCRIBED + " is 0 or 1, not '" + text + "'");
    };
  }

  private static int number(Map<String, String> environment, String name) {
    String text = text(environment, name);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is not a number: '" + text + "'", e);
    }
  }

  private static String text(Map<String, String> environment, String name) {
    String value = environment.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          RANK + " is set but " + name + " is not; start the program with 'starling run'");
    }
    return value;
  }
}
