/**
 * The laboratory: what is found out about collectives and machines, apart from the benchmarks that
 * time them. Here lies what all experiments need: a {@link io.starling.bench.laboratory.Laboratory}
 * that carries out tasks, and a {@link io.starling.bench.laboratory.Figure} for what they find. The
 * rooms below it have the experiments in virtual time, the simulated machines, the noise and the
 * calibration; no benchmark knows any of them.
 *
 * <pre>
 * study ──────> laboratory, cluster, compare ──> micro ──> report
 * noise ──────> laboratory, compare
 * calibrate ──> cluster, micro
 * </pre>
 */
package io.starling.bench.laboratory;
