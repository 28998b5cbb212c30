/**
 * {@code starling bootstrap}: how long the ranks of a job take to find each other, for jobs of a
 * thousand ranks on one machine. Ranks are threads here, and have no transport. The stores are
 * those of real jobs.
 *
 * <pre>
 * bootstrap ──> report
 * </pre>
 */
package io.starling.bench.bootstrap;
