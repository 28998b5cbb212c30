/**
 * Records what the ranks of a job do, and when, for a trace viewer.
 *
 * <pre>
 *   TracingPort   between engine and port, records the begin and end of transfers and folds
 *   TraceLog      the latest events of a rank, in a file that survives the rank, or on the heap
 *   TraceFolder   the files of a job's ranks
 *   TraceWriter   combines all ranks in one file of Chrome's trace event format
 * </pre>
 *
 * Without a trace, none of this is loaded. Times are nanoseconds of one clock for all ranks.
 *
 * <pre>
 * collectives, launcher, bench ──> trace ──> progress, transport.simulated
 * </pre>
 */
package io.starling.runtime.trace;
