/**
 * The bootstrap of ranks that a PMIx server has started: {@code srun --mpi=pmix}, Open MPI's
 * mpirun, or PRRTE. {@link io.starling.runtime.bootstrap.pmix.PmixRendezvous} exchanges what ranks
 * publish, by the functions of the system's {@code libpmix}. Without that library it says which
 * package has it.
 *
 * <pre>
 * PmixRendezvous ──> PmixLibrary, PmixMemory
 *
 * pmix ──> api, log
 * </pre>
 */
package io.starling.runtime.bootstrap.pmix;
