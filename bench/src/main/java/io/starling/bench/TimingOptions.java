package io.starling.bench;

import io.starling.bench.micro.WarmUp;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long is measured. */
public final class TimingOptions {

  @Option(
      names = "--time",
      paramLabel = "MS",
      defaultValue = "500",
      description =
          "about how many milliseconds a size is timed (${DEFAULT-VALUE}), by 20 to 1000000"
              + " iterations")
  private long timeMillis;

  @Option(
      names = "--warm-up",
      paramLabel = "MS",
      defaultValue = "300",
      description =
          "before that it runs at least so many (${DEFAULT-VALUE}); Starling's ranks run 16 times"
              + " as many before the first size, which the JIT compiler needs for all sizes"
              + " together, twice that where there are up to two ranks per core, and so on, as they"
              + " compile in turn")
  private long warmUpMillis;

  /** For picocli. */
  public TimingOptions() {}

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public void check() {
    Bounds.check("--time", timeMillis, 1, Bounds.HOUR);
    Bounds.check("--warm-up", warmUpMillis, 0, Bounds.HOUR);
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
    return WarmUp.first(warmUp(), ranks, Cores.available());
  }
}
