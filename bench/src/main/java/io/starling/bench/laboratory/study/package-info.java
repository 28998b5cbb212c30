/**
 * The experiments of the papers in virtual time. Those of ADAPT are lists of {@link
 * io.starling.bench.laboratory.study.SimulatedTrial}s; each experiment gives a {@link
 * io.starling.bench.laboratory.Figure}, which is printed, drawn and written here. Needs {@code
 * laboratory} and {@code objects} below it.
 *
 * <pre>
 * study ──> study.objects ──> laboratory ──> report
 * study ──> cluster, compare, bench
 * </pre>
 */
package io.starling.bench.laboratory.study;
