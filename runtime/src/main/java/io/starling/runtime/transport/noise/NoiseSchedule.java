package io.starling.runtime.transport.noise;

import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.VirtualTime;

/**
 * The begin and the duration of a rank's noise, in nanoseconds: {@link PeriodicNoise} of the
 * percentage of the current turn.
 */
public final class NoiseSchedule {

  private static final double PER_CENT = 0.01;

  private final PeriodicNoise[] noises;
  private final int rank;
  private final long turn;
  private final long origin;

  /**
   * The schedule of one rank.
   *
   * @param now the origin if the settings have none
   */
  public NoiseSchedule(NoiseSettings settings, int rank, long now) {
    long period = VirtualTime.ofSeconds(1 / settings.hertz());
    noises =
        settings.percents().stream()
            .map(percent -> new PeriodicNoise(percent * PER_CENT, period, settings.seed()))
            .toArray(PeriodicNoise[]::new);
    this.rank = rank;
    turn = settings.turn();
    origin = settings.origin().orElse(now);
  }

  /** The first period whose noise does not begin before this time. */
  public long numberFrom(long time) {
    // The noises of all percentages differ only in their durations.
    long number = noises[0].numberAt(rank, (time - origin) * VirtualTime.PER_NANOSECOND);
    return begin(number) < time ? number + 1 : number;
  }

  /** The begin of the noise of a period. */
  public long begin(long number) {
    return origin + noises[0].begin(rank, number) / VirtualTime.PER_NANOSECOND;
  }

  /** Its duration; 0 if it has no turn. */
  public long duration(long number) {
    int index = Math.floorMod(turnAt(begin(number)), noises.length);
    return noises[index].duration(rank, number) / VirtualTime.PER_NANOSECOND;
  }

  /** The number of the turn at a time; the first percentage has turn 0. */
  public long turnAt(long time) {
    return Math.floorDiv(time - origin, turn);
  }
}
