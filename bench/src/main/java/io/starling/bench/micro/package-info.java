/**
 * The timed loops. As in the OSU micro-benchmarks only the operation is timed, a barrier separates
 * the iterations of a collective, and the warm-up does not count.
 */
package io.starling.bench.micro;
