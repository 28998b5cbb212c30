package io.starling.launcher.service;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A process that one host has to run beside the ranks of a job.
 *
 * @param name of the service, {@code objects}
 * @param directory where relative paths of the command begin; empty for that of the process that
 *     starts it
 * @param command the JVM with its arguments
 * @param settings what it reads from its standard input, by key
 */
public record ServicePlan(
    String name, String directory, List<String> command, Map<String, String> settings) {

  /** The setting that says how many bytes it may use. */
  public static final String MEMORY = "memory";

  private static final Pattern NAME = Pattern.compile("[a-z]+");
  private static final Pattern LINE = Pattern.compile("[^\\r\\n]*");

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if the name is none, or a setting is longer than a line
   */
  public ServicePlan {
    command = List.copyOf(command);
    settings = Map.copyOf(settings);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("a service cannot be called '" + name + "'");
    }
    settings.forEach(
        (key, value) -> {
          if (!NAME.matcher(key).matches() || !LINE.matcher(value).matches()) {
            throw new IllegalArgumentException("no setting of a service: '" + key + "'");
          }
        });
  }

  /** The same with one more setting. */
  public ServicePlan with(String key, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(key, value);
    return new ServicePlan(name, directory, command, more);
  }

  /** How many bytes it may use. */
  long memory() {
    return Long.parseLong(settings.getOrDefault(MEMORY, "0"));
  }

  /** The variable in which ranks find the service's file. */
  String variable() {
    return "STARLING_" + name.toUpperCase(Locale.ROOT);
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "ServicePlan[" + name + "]";
  }
}
