/**
 * Hoplite's evaluation in virtual time: programs on the production stores of simulated hosts, and
 * the same programs with star-shaped gets. {@link
 * io.starling.bench.laboratory.study.objects.ObjectsExperiment} makes a figure of them. Needs the
 * module objects and {@code laboratory}.
 *
 * <pre>
 * study ──> study.objects ──> laboratory, report
 * </pre>
 */
package io.starling.bench.laboratory.study.objects;
