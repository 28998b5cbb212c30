/**
 * Figures and how they are shown: a table for people, JSON lines for programs, plots and pages for
 * both. It knows what a measurement is, and nothing of how it was made. {@link
 * io.starling.bench.report.Facts} says on which machine that was.
 *
 * <pre>
 * all other rooms of bench ──> report
 * </pre>
 */
package io.starling.bench.report;
