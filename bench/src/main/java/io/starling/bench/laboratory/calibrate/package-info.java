/**
 * {@code starling calibrate}: measures what messages cost between two ranks of this machine,
 * describes the machine with that to the simulator, and compares what is then predicted with what
 * is measured.
 *
 * <pre>
 * launcher: CalibrateCommand ── a job of two ranks ──> CalibrateRank
 *           Figures  <── readings of rank 0 ────────── ping-pong, Stream, Folding, collectives
 *           Forecast: the same collectives in virtual time
 * </pre>
 *
 * <p>The description is a file, which a person may correct. What it says is tried at once.
 *
 * <pre>
 * calibrate ──> cluster, micro, bench, report
 * </pre>
 */
package io.starling.bench.laboratory.calibrate;
