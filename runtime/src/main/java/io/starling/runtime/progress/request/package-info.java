/**
 * What users hold of operations that run. A request keeps the outcome of one run, waits for it and
 * cancels it; a probe looks for a message without receiving it. All of it asks the engine, which
 * knows nothing of requests.
 *
 * <pre>
 * io.starling.runtime.Requests ──> RequestList ──> OperationRequest <── PersistentOperation
 *
 * request ──> progress
 * </pre>
 */
package io.starling.runtime.progress.request;
