package io.starling.runtime.bootstrap.api;

import java.util.Map;

/**
 * The numbers of the processes of a job. Those that the job began with have the numbers from 0, and
 * each group of ranks that is started later has the next ones. No number is used twice.
 *
 * <pre>
 *   0 1 2 3 | 4 5 | 6        | ...  capacity
 *   world     one   another
 *             first = 4
 * </pre>
 *
 * @param first the number of the first rank of this process's world, {@code STARLING_FIRST}
 * @param capacity how many processes the job can have in all, {@code STARLING_CAPACITY}
 * @param severalHosts whether processes of the job may be on other hosts, {@code
 *     STARLING_SEVERAL_HOSTS}, 1 or 0
 */
public record ProcessNumbers(int first, int capacity, boolean severalHosts) {

  public static final String FIRST = "STARLING_FIRST";
  public static final String CAPACITY = "STARLING_CAPACITY";
  public static final String SEVERAL_HOSTS = "STARLING_SEVERAL_HOSTS";

  /**
   * How many ranks may be started later, in the environment of the launcher: the capacity without
   * the ranks that the job begins with.
   */
  public static final String ROOM = "STARLING_ROOM";

  private static final String ONE = "1";

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the first is not below the capacity
   */
  public ProcessNumbers {
    if (first < 0 || first >= capacity) {
      throw new IllegalArgumentException(
          "%s is %d, but the processes of the job have the numbers 0 to %d"
              .formatted(FIRST, first, capacity - 1));
    }
  }

  /** Those of a job to which no ranks come later. */
  public static ProcessNumbers fixed(int size, boolean severalHosts) {
    return new ProcessNumbers(0, size, severalHosts);
  }

  /**
   * Reads the variables; without them, those of a job to which no ranks come later.
   *
   * @throws IllegalArgumentException if one is not a number; the message names it
   */
  static ProcessNumbers from(Map<String, String> environment, int size, boolean severalHosts) {
    if (!environment.containsKey(CAPACITY)) {
      return fixed(size, severalHosts);
    }
    return new ProcessNumbers(
        number(environment, FIRST),
        number(environment, CAPACITY),
        ONE.equals(environment.get(SEVERAL_HOSTS)));
  }

  private static int number(Map<String, String> environment, String name) {
    String text = environment.getOrDefault(name, "0");
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is not a number: '" + text + "'", e);
    }
  }

  /** Adds the variables from which {@link #from} reads an equal record. */
  void addTo(Map<String, String> variables) {
    variables.put(FIRST, Integer.toString(first));
    variables.put(CAPACITY, Integer.toString(capacity));
    variables.put(SEVERAL_HOSTS, severalHosts ? ONE : "0");
  }

  /** Whether the ranks of this process's world were started later than the job. */
  public boolean areJoined() {
    return first > 0;
  }
}
