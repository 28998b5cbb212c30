/**
 * Noise on real hardware, as {@link io.starling.runtime.transport.simulated.PeriodicNoise} makes it
 * in virtual time: it takes a rank's thread away, by a schedule that depends on the time alone.
 */
package io.starling.runtime.transport.noise;
