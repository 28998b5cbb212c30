package io.starling.collectives.settings;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often {@link io.starling.collectives.Communicator#reordered} looks for a better order.
 *
 * @param every how long an order is kept at least; negative for always
 */
public record ReorderSettings(Duration every) {

  private static final Duration DEFAULT = Duration.ofSeconds(30);
  private static final Duration NEVER = Duration.ofSeconds(-1);
  private static final Pattern EVERY = Pattern.compile("every=(\\d{1,9})(s|min|ms)");

  /**
   * Reads the variable.
   *
   * @throws IllegalArgumentException if it has a wrong value
   */
  public static ReorderSettings from(Map<String, String> environment) {
    String text = environment.getOrDefault(JobVariables.REORDER, "");
    if (text.isEmpty()) {
      return new ReorderSettings(DEFAULT);
    }
    if (text.equals("never")) {
      return new ReorderSettings(NEVER);
    }
    Matcher every = EVERY.matcher(text);
    if (!every.matches()) {
      throw new IllegalArgumentException(
          "--reorder (%s) must be never or a time, as in every=30s or every=500ms, not '%s'"
              .formatted(JobVariables.REORDER, text));
    }
    long number = Long.parseLong(every.group(1));
    return new ReorderSettings(
        switch (every.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "min" -> Duration.ofMinutes(number);
          default -> Duration.ofSeconds(number);
        });
  }
}
