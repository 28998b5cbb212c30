/**
 * Machines that ranks run on in virtual time, described in small files: how many nodes, what each
 * is made of, and what every link, protocol and processor of them can do. {@code docs/machines.md}
 * tells how to write one.
 *
 * <pre>
 * study, calibrate ──> cluster
 * </pre>
 */
package io.starling.bench.laboratory.cluster;
