package io.starling.runtime.transport.noise;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The noise of ranks, and the environment variables that set it.
 *
 * @param percents the share of the time that it takes on average, {@code STARLING_NOISE}, such as
 *     {@code 5} or {@code 0,5,10}, which take turns
 * @param hertz how often it occurs per second, {@code STARLING_NOISE_HERTZ}, 10 by default
 * @param seed the random seed, {@code STARLING_NOISE_SEED}, 1 by default; the same seed gives the
 *     same noise
 * @param turn the nanoseconds of a turn, {@code STARLING_NOISE_TURN}, a second by default
 * @param origin when turn 0 begins, by {@link System#nanoTime}, which all processes of a host share
 *     on Linux, {@code STARLING_NOISE_ORIGIN}; by default when the rank joins
 * @param report the folder where each rank writes the stolen time, {@code STARLING_NOISE_REPORT}
 */
public record NoiseSettings(
    List<Double> percents,
    double hertz,
    long seed,
    long turn,
    OptionalLong origin,
    Optional<Path> report) {

  public static final String PERCENTS = "STARLING_NOISE";
  public static final String HERTZ = "STARLING_NOISE_HERTZ";
  public static final String SEED = "STARLING_NOISE_SEED";
  public static final String TURN = "STARLING_NOISE_TURN";
  public static final String ORIGIN = "STARLING_NOISE_ORIGIN";
  public static final String REPORT = "STARLING_NOISE_REPORT";

  private static final double MOST_PERCENT = 50;
  private static final double MOST_HERTZ = 1000;
  private static final double LEAST_HERTZ = 0.01;
  private static final String SECOND = "1000000000";

  /** Checks the values. */
  public NoiseSettings {
    percents = List.copyOf(percents);
    if (percents.isEmpty()) {
      throw new IllegalArgumentException("noise of how many percent? such as 0,5,10");
    }
    for (double percent : percents) {
      if (!(percent >= 0 && percent <= MOST_PERCENT)) {
        throw new IllegalArgumentException(
            ("noise takes 0 to 50 %% of the time, not %s %%: its duration is drawn up to twice that"
                    + " share of a period")
                .formatted(percent));
      }
    }
    if (!(hertz >= LEAST_HERTZ && hertz <= MOST_HERTZ)) {
      throw new IllegalArgumentException(
          "noise comes 0.01 to 1000 times a second, not %s times: a period has 1 ms at least"
              .formatted(hertz));
    }
    if (turn < 1) {
      throw new IllegalArgumentException("a turn of noise can't last %d ns".formatted(turn));
    }
  }

  /**
   * Reads the variables; empty if none of them asks for noise.
   *
   * @throws IllegalArgumentException if a variable is malformed; the message names it
   */
  public static Optional<NoiseSettings> from(Map<String, String> environment) {
    if (!environment.containsKey(PERCENTS)) {
      return Optional.empty();
    }
    String origin = environment.get(ORIGIN);
    try {
      return Optional.of(
          new NoiseSettings(
              Arrays.stream(environment.get(PERCENTS).split(",", -1))
                  .map(word -> number(PERCENTS, word))
                  .toList(),
              number(HERTZ, environment.getOrDefault(HERTZ, "10")),
              whole(SEED, environment.getOrDefault(SEED, "1")),
              whole(TURN, environment.getOrDefault(TURN, SECOND)),
              origin == null ? OptionalLong.empty() : OptionalLong.of(whole(ORIGIN, origin)),
              Optional.ofNullable(environment.get(REPORT)).map(Path::of)));
    } catch (NumberFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(PERCENTS + ": " + e.getMessage(), e);
    }
  }

  /** The variables from which {@link #from} reads an equal record. */
  public Map<String, String> toVariables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put(
        PERCENTS, percents.stream().map(String::valueOf).collect(Collectors.joining(",")));
    variables.put(HERTZ, String.format(Locale.ROOT, "%s", hertz));
    variables.put(SEED, Long.toString(seed));
    variables.put(TURN, Long.toString(turn));
    origin.ifPresent(time -> variables.put(ORIGIN, Long.toString(time)));
    report.ifPresent(folder -> variables.put(REPORT, folder.toString()));
    return variables;
  }

  private static double number(String name, String word) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw refused(name, word);
    }
  }

  private static long whole(String name, String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw refused(name, word);
    }
  }

  private static NumberFormatException refused(String name, String word) {
    return new NumberFormatException("%s is not a number: '%s'".formatted(name, word));
  }
}
