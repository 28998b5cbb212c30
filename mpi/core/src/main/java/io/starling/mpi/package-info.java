/**
 * What the two old Java dialects of MPI have in common, and what is hard in them: memory of the
 * program as buffers of Starling, datatypes with units of base elements, errors with MPI's classes,
 * the life of a job. For the adapters; programs use the package {@code mpi} of one dialect.
 *
 * <pre>
 * mpi.Comm ──> Arguments, ProgramMemory ──> io.starling.collectives.Communicator
 *          <── Failure (an ErrorClass)  <── exceptions
 * </pre>
 */
package io.starling.mpi;
