/**
 * Noise on real hardware, as {@link io.starling.runtime.transport.simulated.PeriodicNoise} makes it
 * in virtual time: it takes a rank's thread away, by a schedule that depends on the time alone. A
 * {@link io.starling.runtime.transport.noise.NoisyPort} stands between the engine and the port of a
 * rank.
 *
 * <pre>
 * collectives, bench ──> transport.noise ──> transport.simulated, progress
 * </pre>
 */
package io.starling.runtime.transport.noise;
