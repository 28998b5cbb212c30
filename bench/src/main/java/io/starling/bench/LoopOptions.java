package io.starling.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long and how often the launcher's ranks repeat what they measure; to be mixed in. */
public final class LoopOptions {

  @Option(
      names = "--iterations",
      paramLabel = "K",
      description =
          "how many iterations to time; by default as many as fit into --time, at least 20")
  private Long iterations;

  @Mixin private TimingOptions timing;

  @Option(names = "--first-warm-up", hidden = true, paramLabel = "MS")
  private Long firstWarmUpMillis;

  /**
   * Checks the numbers.
   *
   * @param most iterations
   * @throws IllegalArgumentException with a message for the user
   */
  public void check(long most) {
    if (iterations != null) {
      OptionBounds.check("--iterations", iterations, 1, most);
    }
    timing.check();
  }

  /** How many iterations are timed, if that is asked for. */
  public OptionalLong iterations() {
    return iterations == null ? OptionalLong.empty() : OptionalLong.of(iterations);
  }

  /** How long each size takes. */
  public TimingOptions timing() {
    return timing;
  }

  /**
   * How long all sizes together are warmed up before the first; the launcher hands it on to its
   * ranks.
   */
  public Optional<Duration> firstWarmUp() {
    return Optional.ofNullable(firstWarmUpMillis).map(Duration::ofMillis);
  }

  /** The same options as arguments for the ranks. */
  public List<String> toArguments(Duration firstWarmUp) {
    List<String> arguments = new ArrayList<>();
    if (iterations != null) {
      arguments.add("--iterations=" + iterations);
    }
    arguments.add("--first-warm-up=" + firstWarmUp.toMillis());
    arguments.add("--warm-up=" + timing.warmUp().toMillis());
    arguments.add("--time=" + timing.time().toMillis());
    return arguments;
  }
}
