/** Ranks that a PMIx server has started: {@code srun --mpi=pmix}, Open MPI's mpirun, PRRTE. */
package io.starling.runtime.bootstrap.pmix;
