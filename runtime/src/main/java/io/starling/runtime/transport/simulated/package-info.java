/**
 * The transport of ranks that exist in virtual time: the production engine and machines run, and
 * only the hardware between them is simulated.
 *
 * <pre>
 *   post      the sender's processor is busy, then an envelope travels (latency only)
 *   match     the receiver's processor handles the envelope, when it is free and noise lets it
 *   data      eager: follows the envelope at once; else the receiver's adapter reads it, or the
 *             sender's processor is asked to write it, or the receiver's processor copies it
 *   lanes     data passes its lanes one after the other; each carries one transfer at a time
 *   end       both processors handle their completions
 *   device    copies and folds of a rank's device take lanes of their own, beside its processor
 * </pre>
 *
 * Times are picoseconds in a {@code long}. The same network, noise and programs give the same run,
 * event by event.
 */
package io.starling.runtime.transport.simulated;
