/**
 * What the two old Java dialects of MPI have in common, and what is hard in them: memory of the
 * program as buffers of Starling, datatypes with units of base elements, errors with MPI's classes,
 * the life of a job. For the adapters; programs use the package {@code mpi} of one dialect. A class
 * path has one dialect only, which {@code Dialects} checks.
 *
 * <pre>
 * ProgramMemory ──> ElementType ──> Base
 * Arguments, Failures ──> Failure ──> ErrorClass
 * Life ──> Dialects
 *
 * mpi, of both dialects ──> io.starling.mpi ──> io.starling.collectives, io.starling.runtime
 * </pre>
 */
package io.starling.mpi;
