/**
 * The API of MPJ Express 0.44, which is that of mpiJava 1.2, on Starling. Programs run from the
 * class files that were compiled against MPJ Express.
 *
 * <pre>
 * Intracomm ──> Messages    ──> Layout, Region (the program's arrays) ──> Starling
 *           ──> Collectives ──> Parcels (MPI.OBJECT, MPI.PACKED)
 * </pre>
 */
package mpi;
