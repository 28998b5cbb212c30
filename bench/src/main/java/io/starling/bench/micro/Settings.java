package io.starling.bench.micro;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.ReductionOperator;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * What all measurements of a run have in common.
 *
 * @param type what a reduce folds; other benchmarks move bytes
 * @param operator what it folds with
 * @param memory where messages lie
 * @param warmUp at least how long each size is warmed up
 * @param time about how long each size is timed
 * @param iterations how many are timed; empty: as many as fit into the time
 */
public record Settings(
    BasicDatatype type,
    ReductionOperator operator,
    Memory memory,
    Duration warmUp,
    Duration time,
    OptionalLong iterations) {}
