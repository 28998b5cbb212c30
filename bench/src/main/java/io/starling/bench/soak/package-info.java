/**
 * A soak: a long random walk over all calls, each of whose results is compared with a model.
 *
 * <p>A step follows from the seed and its number alone, so that every finding can be repeated. The
 * ranks tell the command what they did in lines of their output.
 *
 * <pre>
 * SoakCommand ── a job ──> SoakRank ──> StepSequence ──> Step ──> tasks ──> models
 *
 * bench ──> soak ──> bench (its options), report
 * </pre>
 */
package io.starling.bench.soak;
