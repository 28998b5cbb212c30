/**
 * The API of Open MPI's Java bindings 5.0.8, on Starling. Programs run from the class files that
 * were compiled against Open MPI. What both dialects have in common is in {@code io.starling.mpi}.
 *
 * <pre>
 * Comm, Win, File ──> Calls     (state, error handler) ──> Job ──> Starling
 *                 ──> Messages, Movement, Folding      ──> Buffers, Datatype, Op ──> io.starling.mpi
 * Intracomm ──> Grids, Graphs, Ports, Spawns
 * </pre>
 */
package mpi;
