/**
 * The transport between ranks in virtual time: the production engine and operations run, and only
 * the hardware is simulated.
 *
 * <pre>
 *   post      the sender's processor is busy, then an envelope travels (latency only)
 *   match     the receiver's processor handles the envelope when it is free and there is no noise
 *   data      eager: follows the envelope at once; else the receiver's adapter reads it, or the
 *             sender's processor is asked to write it, or the receiver's processor copies it
 *   links     data passes its links one after the other; each carries one transfer at a time
 *   end       both processors handle their completions
 *   device    copies and folds of a rank's device take separate links, beside its processor
 * </pre>
 *
 * A rank may fail at any time; {@link io.starling.runtime.transport.simulated.SimulatedSupervision}
 * tells the others.
 *
 * <p>Times are picoseconds in a {@code long}. The same network, noise and programs give the same
 * run, event by event.
 *
 * <pre>
 * collectives, bench ──> transport.simulated ──> progress.assembly, transport.matching
 *                        SimulatedSupervision ──> transport.local, bootstrap.api
 * </pre>
 */
package io.starling.runtime.transport.simulated;
