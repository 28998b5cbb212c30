/**
 * {@code starling noise}: how much noise slows collectives down (ADAPT, section 5.1.1). A {@link
 * io.starling.bench.laboratory.noise.Subject} is Starling or an MPI library under the same noise;
 * {@link io.starling.bench.laboratory.noise.ExternalNoise} stops processes from outside. Needs
 * {@code compare} for the libraries and {@code micro} for the loops.
 *
 * <pre>
 * noise ──> laboratory, compare, micro, bench, report
 * </pre>
 */
package io.starling.bench.laboratory.noise;
