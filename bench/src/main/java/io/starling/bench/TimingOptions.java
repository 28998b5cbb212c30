package io.starling.bench;

import io.starling.bench.micro.WarmUp;
import io.starling.launcher.placing.DefaultRanks;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long is measured. */
public final class TimingOptions {

  @Option(
      names = "--time",
      paramLabel = "MS",
      defaultValue = "500",
      description =
          "the milliseconds of timing per size (${DEFAULT-VALUE}), within 20 to 1000000 iterations")
  private long timeMillis;

  @Option(
      names = "--warm-up",
      paramLabel = "MS",
      defaultValue = "300",
      description =
          "the milliseconds of warm-up per size, at least (${DEFAULT-VALUE}); before the first size"
              + " Starling's ranks warm up 16 times as long for the JIT compiler, and that again"
              + " times the ranks per core")
  private long warmUpMillis;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public void check() {
    OptionBounds.check("--time", timeMillis, 1, OptionBounds.HOUR);
    OptionBounds.check("--warm-up", warmUpMillis, 0, OptionBounds.HOUR);
  }

  /** About how long each size is timed. */
  public Duration time() {
    return Duration.ofMillis(timeMillis);
  }

  /** At least how long each size is warmed up. */
  public Duration warmUp() {
    return Duration.ofMillis(warmUpMillis);
  }

  /** How long all sizes together are warmed up before the first, on the cores of this process. */
  public Duration firstWarmUp(int ranks) {
    return WarmUp.first(warmUp(), ranks, DefaultRanks.here());
  }
}
