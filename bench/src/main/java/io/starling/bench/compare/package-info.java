/**
 * {@code starling compare}: Starling and the MPI libraries of this machine, measured in turn.
 *
 * <pre>
 * Discovery -> Library (Starling, MPI...) -> Comparison -> Results -> table, JSON, HTML
 *                        ^ Driver: mpi_driver.c, compiled on the spot
 * </pre>
 */
package io.starling.bench.compare;
