package io.starling.bench.micro;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What all measurements of a run have in common.
 *
 * @param type what a reduce folds; other benchmarks move bytes
 * @param operator what it folds with
 * @param memory where messages lie
 * @param writes whether ranks write what they send before each message
 * @param firstWarmUp about how long all sizes together are warmed up before that
 * @param warmUp at least how long each size is warmed up
 * @param time about how long each size is timed
 * @param iterations how many are timed; empty: as many as fit into the time
 * @param computing who computes beside a broadcast
 * @param computation how long; empty: as long as the broadcast takes alone
 */
public record Settings(
    BasicDatatype type,
    ReductionOperator operator,
    Allocator memory,
    boolean writes,
    Duration firstWarmUp,
    Duration warmUp,
    Duration time,
    OptionalLong iterations,
    Computing computing,
    Optional<Duration> computation) {

  /** How many iterations of so many nanoseconds are timed. */
  long iterations(double nanosOfOne) {
    return iterations.orElse(Iterations.of(nanosOfOne, time));
  }
}
