/**
 * What the ranks of a job did and when, for people to look at.
 *
 * <pre>
 *   TracingPort   between engine and port, notes when transfers and folds begin and end
 *   TraceLog      the last of a rank's events, in a file that outlives the rank, or on the heap
 *   TraceFolder   the files of a job's ranks
 *   TraceWriter   brings all ranks together in one file of Chrome's trace event format
 * </pre>
 *
 * Where nothing is traced, nothing of this is there. Times are nanoseconds of one clock for all
 * ranks.
 */
package io.starling.runtime.trace;
