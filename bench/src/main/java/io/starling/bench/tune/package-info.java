/**
 * {@code starling tune}: measures algorithms against each other on this machine and writes the
 * table of those that win.
 *
 * <pre>
 * launcher: TuneCommand ── one job for each number of ranks ──> TuneRank
 *           TunedTable  <── lines of rank 0: progress, results ── Search (rank 0 leads)
 * </pre>
 *
 * <p>A table has rules by size and number of ranks. Jobs read it with {@code --table}.
 *
 * <pre>
 * tune ──> micro, bench, report
 * </pre>
 */
package io.starling.bench.tune;
