/**
 * What a rank knows of failed ranks and revoked communicators. A monitor asks the supervision for
 * news while the rank is in its calls, and ends the operations that can no longer complete. Modules
 * above get it by {@link io.starling.runtime.progress.failure.FailureMonitor#of}.
 *
 * <pre>
 * FailureMonitor ──> DoubtfulOperations, FailureState
 *
 * failure ──> progress, bootstrap.api
 * </pre>
 */
package io.starling.runtime.progress.failure;
