package io.starling.collectives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ranks that are to be started while the job runs: a program and how many ranks run it (MPI 4.1,
 * section 11.8).
 *
 * <pre>{@code
 * Spawn workers = Spawn.of(4, Worker.class).with("--verbose").on("node2", "node3");
 * }</pre>
 *
 * <p>It is immutable and may be shared by threads. Each method returns another one.
 */
public final class Spawn {

  private final int ranks;
  private final boolean isClass;
  private final List<String> words;
  private final Map<String, String> environment;
  private final List<String> hosts;

  private Spawn(
      int ranks,
      boolean isClass,
      List<String> words,
      Map<String, String> environment,
      List<String> hosts) {
    if (ranks < 1) {
      throw new IllegalArgumentException("ranks must be at least 1, not " + ranks);
    }
    this.ranks = ranks;
    this.isClass = isClass;
    this.words = List.copyOf(words);
    this.environment = Map.copyOf(environment);
    this.hosts = List.copyOf(hosts);
  }

  /**
   * Ranks that run a main class, in JVMs like those of the job: the same class path, arguments of
   * the JVM, and archive of classes.
   *
   * @param ranks how many, at least 1
   * @param mainClass the name of the class, with its package
   * @return the ranks, without arguments
   * @throws IllegalArgumentException if {@code ranks} is less than 1, or there is no name
   */
  public static Spawn of(int ranks, String mainClass) {
    if (mainClass == null || mainClass.isBlank()) {
      throw new IllegalArgumentException("mainClass must be the name of a class");
    }
    return new Spawn(ranks, true, List.of(mainClass), Map.of(), List.of());
  }

  /**
   * The same for a class that this rank knows.
   *
   * @param ranks how many, at least 1
   * @param mainClass the class with the main method
   * @return the ranks, without arguments
   * @throws IllegalArgumentException if {@code ranks} is less than 1, or {@code mainClass} is null
   */
  public static Spawn of(int ranks, Class<?> mainClass) {
    return of(ranks, mainClass == null ? null : mainClass.getName());
  }

  /**
   * Ranks that run a command, which starts a program that joins by {@link Starling#world()}. It
   * gets the variables that the launcher sets for ranks, {@code STARLING_RANK} and others.
   *
   * @param ranks how many, at least 1
   * @param command the command and its arguments; no shell reads it
   * @return the ranks
   * @throws IllegalArgumentException if {@code ranks} is less than 1, or there is no command
   */
  public static Spawn command(int ranks, String... command) {
    present("command", command);
    if (command.length == 0) {
      throw new IllegalArgumentException("command must have at least one word");
    }
    return new Spawn(ranks, false, Arrays.asList(command), Map.of(), List.of());
  }

  /**
   * Adds arguments.
   *
   * @param arguments come after those that it has
   * @return the same ranks with more arguments
   * @throws IllegalArgumentException if one is null
   */
  public Spawn with(String... arguments) {
    present("arguments", arguments);
    List<String> more = new ArrayList<>(words);
    more.addAll(Arrays.asList(arguments));
    return new Spawn(ranks, isClass, more, environment, hosts);
  }

  /**
   * Sets a variable of the environment. The others are those of the ranks of the job.
   *
   * @param name its name
   * @param value its value
   * @return the same ranks with the variable
   * @throws IllegalArgumentException if the name or the value is null
   */
  public Spawn environment(String name, String value) {
    present("name and value", name, value);
    Map<String, String> more = new LinkedHashMap<>(environment);
    more.put(name, value);
    return new Spawn(ranks, isClass, words, more, hosts);
  }

  /**
   * Chooses hosts. Without a choice, ranks go to the hosts of the job that have free slots, in the
   * launcher's order.
   *
   * @param chosen hosts of the job, by the names that {@code --host} or the hostfile gives them;
   *     the first one is filled first
   * @return the same ranks on these hosts
   * @throws IllegalArgumentException if one is null
   */
  public Spawn on(String... chosen) {
    present("chosen", chosen);
    return new Spawn(ranks, isClass, words, environment, Arrays.asList(chosen));
  }

  private static void present(String role, String... values) {
    if (values == null || Arrays.asList(values).contains(null)) {
      throw new IllegalArgumentException(role + " of a spawn must not be null");
    }
  }

  /**
   * How many ranks run the program.
   *
   * @return at least 1
   */
  public int ranks() {
    return ranks;
  }

  /**
   * Whether the first word is a main class.
   *
   * @return false for a command
   */
  public boolean isClass() {
    return isClass;
  }

  /**
   * What the ranks run.
   *
   * @return the main class or the command, then its arguments
   */
  public List<String> words() {
    return words;
  }

  /**
   * The variables that were set.
   *
   * @return values by name
   */
  public Map<String, String> environment() {
    return environment;
  }

  /**
   * The hosts that were chosen.
   *
   * @return their names, none without a choice
   */
  public List<String> hosts() {
    return hosts;
  }

  /** Such as {@code 2 ranks of Worker [--verbose]}. */
  @Override
  public String toString() {
    return "%d ranks of %s %s".formatted(ranks, words.getFirst(), words.subList(1, words.size()));
  }
}
