/**
 * Ranks that a PMI server has started: {@code srun --mpi=pmi2}, and the mpirun of MPICH and Intel.
 */
package io.starling.runtime.bootstrap.pmi;
