/**
 * {@code starling compare}: Starling and the MPI libraries of this machine, measured in turn.
 *
 * <pre>
 * Discovery -> Library (Starling, MPI...) -> Comparison -> Results -> table, JSON, HTML
 *                        ^ Driver: mpi_driver.c, compiled on the spot
 * </pre>
 *
 * <p>All of them do the same work, in processes of their own. {@code Facts} names the processor and
 * what else the figures depend on.
 *
 * <pre>
 * laboratory ──> compare ──> micro, bench, report
 * </pre>
 */
package io.starling.bench.compare;
