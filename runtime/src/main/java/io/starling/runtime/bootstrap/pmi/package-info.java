/**
 * The bootstrap of ranks that a PMI server has started: {@code srun --mpi=pmi2}, or the mpirun of
 * MPICH and Intel MPI.
 */
package io.starling.runtime.bootstrap.pmi;
