/**
 * Puts the engine of a rank together. The core knows its rooms only through interfaces; here alone
 * they are named. Every module that needs an engine gets it here.
 *
 * <pre>
 * collectives, transport.simulated ──> assembly ──> device, failure, thread, progress
 * </pre>
 */
package io.starling.runtime.progress.assembly;
