/**
 * The timed loops. As in the OSU micro-benchmarks only the operation is timed, a barrier separates
 * the iterations of a collective, and the warm-up does not count. {@link
 * io.starling.bench.micro.Benchmarks} lists them, and a {@link io.starling.bench.micro.Measurer}
 * runs one of them on a rank.
 *
 * <pre>
 * bench, compare, tune, laboratory ──> micro ──> report
 * </pre>
 */
package io.starling.bench.micro;
