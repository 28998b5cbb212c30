package io.starling.launcher.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Variables that must be the same for all ranks that may meet, in both of two jobs. */
final class CommonSettings {

  private static final List<String> NAMES =
      List.of(
          "STARLING_TRANSPORT",
          "STARLING_ALGORITHM",
          "STARLING_TREE",
          "STARLING_TABLE",
          "STARLING_CHECK",
          "STARLING_CODEC",
          "UCX_TLS",
          "UCX_NET_DEVICES");

  private CommonSettings() {}

  /** Those that a job has chosen. */
  static Map<String, String> of(JobSpecification specification) {
    Map<String, String> settings = new HashMap<>();
    for (String name : NAMES) {
      String value = specification.environment().getOrDefault(name, System.getenv(name));
      if (value != null && !value.isEmpty()) {
        settings.put(name, value);
      }
    }
    return settings;
  }

  /**
   * How a job that joins differs from the one that it joins; empty if it has chosen nothing else.
   *
   * @param settings what it has chosen
   */
  static String difference(Map<String, String> settings, JobSpecification joined) {
    Map<String, String> theirs = of(joined);
    return settings.entrySet().stream()
        .filter(chosen -> !chosen.getValue().equals(theirs.get(chosen.getKey())))
        .map(
            chosen ->
                "its %s is %s, not '%s'; leave that away, or choose the same for both jobs"
                    .formatted(
                        chosen.getKey(),
                        theirs.containsKey(chosen.getKey())
                            ? "'" + theirs.get(chosen.getKey()) + "'"
                            : "the default",
                        chosen.getValue()))
        .sorted()
        .findFirst()
        .orElse("");
  }
}
