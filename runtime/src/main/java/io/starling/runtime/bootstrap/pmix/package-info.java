/**
 * The bootstrap of ranks that a PMIx server has started: {@code srun --mpi=pmix}, Open MPI's
 * mpirun, or PRRTE.
 */
package io.starling.runtime.bootstrap.pmix;
