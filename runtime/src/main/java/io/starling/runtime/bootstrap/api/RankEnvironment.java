package io.starling.runtime.bootstrap.api;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The environment variables that the launcher sets for a rank.
 *
 * @param rank this process's rank in its world, {@code STARLING_RANK}
 * @param size the number of ranks of its world, {@code STARLING_SIZE}: those that were started
 *     together
 * @param localRank its number among those of this host, {@code STARLING_LOCAL_RANK}
 * @param localSize the number of those on this host, {@code STARLING_LOCAL_SIZE}
 * @param oversubscribed whether ranks of this host share cores, {@code STARLING_OVERSUBSCRIBED}, 1
 *     or 0. A rank can't find out by itself: if it is bound to a core it sees one processor.
 *     Without the variable it is true if there are more ranks than processors.
 * @param jobFile a file of mode 600 with the address and secret of the bootstrap store, {@code
 *     STARLING_JOB_FILE}
 * @param numbers the numbers of the processes of the job
 */
public record RankEnvironment(
    int rank,
    int size,
    int localRank,
    int localSize,
    boolean oversubscribed,
    Path jobFile,
    ProcessNumbers numbers) {

  public static final String RANK = "STARLING_RANK";
  public static final String SIZE = "STARLING_SIZE";
  public static final String LOCAL_RANK = "STARLING_LOCAL_RANK";
  public static final String LOCAL_SIZE = "STARLING_LOCAL_SIZE";
  public static final String OVERSUBSCRIBED = "STARLING_OVERSUBSCRIBED";
  public static final String JOB_FILE = "STARLING_JOB_FILE";

  /** Set to {@code 1} if the stderr of ranks goes to a terminal. */
  public static final String TERMINAL = "STARLING_TERMINAL";

  /** The variables of a rank of a job to which no ranks come later. */
  public RankEnvironment(
      int rank, int size, int localRank, int localSize, boolean oversubscribed, Path jobFile) {
    this(
        rank,
        size,
        localRank,
        localSize,
        oversubscribed,
        jobFile,
        ProcessNumbers.fixed(size, localSize != size));
  }

  /**
   * Reads the variables; empty if no launcher has started this process.
   *
   * @throws IllegalArgumentException if some are set and others are missing or malformed
   */
  public static Optional<RankEnvironment> from(Map<String, String> environment) {
    if (!environment.containsKey(RANK) || StaticSettings.areIn(environment)) {
      return Optional.empty();
    }
    int size = number(environment, SIZE);
    int localSize = number(environment, LOCAL_SIZE);
    return Optional.of(
        new RankEnvironment(
            number(environment, RANK),
            size,
            number(environment, LOCAL_RANK),
            localSize,
            oversubscribed(environment),
            Path.of(text(environment, JOB_FILE)),
            ProcessNumbers.from(environment, size, localSize != size)));
  }

  /** Reads the variables except the path of the job file. */
  public Membership membership() {
    return new Membership(rank, size, localRank, localSize, oversubscribed);
  }

  /** The variables from which {@link #from} reads an equal record. */
  public Map<String, String> toVariables() {
    Map<String, String> variables = new HashMap<>();
    variables.put(RANK, Integer.toString(rank));
    variables.put(SIZE, Integer.toString(size));
    variables.put(LOCAL_RANK, Integer.toString(localRank));
    variables.put(LOCAL_SIZE, Integer.toString(localSize));
    variables.put(OVERSUBSCRIBED, oversubscribed ? "1" : "0");
    variables.put(JOB_FILE, jobFile.toString());
    numbers.addTo(variables);
    return variables;
  }

  /** The number of this process in the job: its rank, unless its world was started later. */
  public int process() {
    return numbers.first() + rank;
  }

  /** This process for people: {@code rank 1 of 4}, by its number in the job. */
  public String description() {
    return "rank " + process() + " of " + (numbers.first() + size);
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
