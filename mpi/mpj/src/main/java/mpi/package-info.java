/**
 * The API of MPJ Express 0.44, which is that of mpiJava 1.2, on Starling. Programs run from the
 * class files that were compiled against MPJ Express. What both dialects have in common is in
 * {@code io.starling.mpi}.
 *
 * <pre>
 * Comm      ──> Messages ──> Parcels (MPI.OBJECT, MPI.PACKED)
 * Intracomm ──> Collectives, ObjectBlocks (MPI.OBJECT)
 * Messages, Collectives ──> Layout, Region (the program's arrays)
 *
 * mpi ──> mpjbuf, mpjdev, io.starling.mpi, io.starling.collectives, io.starling.runtime
 * </pre>
 */
package mpi;
