/**
 * The API of Open MPI's Java bindings 5.0.8, on Starling. Programs run from the class files that
 * were compiled against Open MPI. What both dialects have in common is in {@code io.starling.mpi}.
 *
 * <pre>
 * Comm, Win, File ──> Calls (state, error handler) ──> Job
 *                 ──> Buffers, Datatype
 * Comm            ──> Messages, Movement, Folding  ──> Buffers, Datatype
 * Intracomm       ──> Grids, Graphs, Ports, Spawns
 *
 * mpi ──> io.starling.mpi, io.starling.collectives, io.starling.topology, io.starling.runtime
 * </pre>
 */
package mpi;
