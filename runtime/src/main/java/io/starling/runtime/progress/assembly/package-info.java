/**
 * Puts the engine of a rank together. The core knows its rooms only through interfaces; here alone
 * they are named. Everybody who needs an engine asks here.
 *
 * <pre>
 * collectives, transport.simulated ──> assembly ──> device, failure, progress
 * </pre>
 */
package io.starling.runtime.progress.assembly;
