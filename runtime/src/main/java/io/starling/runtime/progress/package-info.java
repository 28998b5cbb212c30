/**
 * The progress engine of a rank: it posts the transfers of operations to a port and notifies the
 * operations of their end. An {@link io.starling.runtime.progress.Operation} is a state machine of
 * such events, and a {@link io.starling.runtime.progress.Port} is all that the engine knows of a
 * transport. Threads, devices and failures are met through {@link
 * io.starling.runtime.progress.Threads}, {@link io.starling.runtime.progress.Devices} and {@link
 * io.starling.runtime.progress.FailureWatch}, which rooms implement.
 *
 * <pre>
 * assembly ──> device, failure, thread ──> progress ──> memory
 * request ───────────────────────────────────^        failure ──> bootstrap.api
 * </pre>
 */
package io.starling.runtime.progress;
