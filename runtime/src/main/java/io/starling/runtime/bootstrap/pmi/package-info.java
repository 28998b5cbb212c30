/**
 * The bootstrap of ranks that a PMI server has started: {@code srun --mpi=pmi2}, or the mpirun of
 * MPICH and Intel MPI. {@link io.starling.runtime.bootstrap.pmi.PmiRendezvous} exchanges what ranks
 * publish. It reaches the server through a descriptor that the rank has inherited, and speaks the
 * first version of PMI.
 *
 * <pre>
 * PmiRendezvous ──> PmiConnection ──> PmiLine, Descriptor
 *
 * pmi ──> api
 * </pre>
 */
package io.starling.runtime.bootstrap.pmi;
