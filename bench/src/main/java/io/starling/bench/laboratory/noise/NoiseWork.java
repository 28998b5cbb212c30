package io.starling.bench.laboratory.noise;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.runtime.transport.noise.NoiseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What every library does in the same way.
 *
 * @param ranks how many
 * @param kind the collective
 * @param bytes of its messages
 * @param percents ascending, the first is 0
 * @param hertz how often a second noise comes
 * @param seed of the noise
 * @param mode how time is taken away
 * @param rounds how often each percentage has its turn
 * @param turn how long a turn is
 * @param firstWarmUp of Starling, for the JIT compiler
 * @param warmUp of all
 */
record NoiseWork(
    int ranks,
    BenchmarkKind kind,
    long bytes,
    List<Double> percents,
    double hertz,
    long seed,
    Mode mode,
    int rounds,
    Duration turn,
    Duration firstWarmUp,
    Duration warmUp) {

  /** How much longer than planned a job may take. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final double NANOS_PER_SECOND = 1e9;

  /** The noise, from now on. */
  NoiseSettings noise(Optional<Path> report) {
    OptionalLong now = OptionalLong.of(System.nanoTime());
    return new NoiseSettings(percents, hertz, seed, turn.toNanos(), now, report);
  }

  /** How long the beginning of a turn does not count: until the noise of the one before is over. */
  Duration skip() {
    return Duration.ofNanos(Math.round(NANOS_PER_SECOND / hertz));
  }

  int turns() {
    return rounds * percents.size();
  }

  /** How long a job takes at least. */
  Duration planned(boolean isStarling) {
    Duration loop = turn.multipliedBy(turns()).plus(warmUp);
    return isStarling ? loop.plus(firstWarmUp) : loop;
  }

  Duration limit() {
    return PATIENCE.plus(planned(true).multipliedBy(2));
  }
}
