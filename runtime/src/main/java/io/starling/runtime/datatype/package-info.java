/**
 * What a datatype is to the engine: where the bytes of its data are, in which order they travel,
 * and which basic elements they are (MPI 4.1, chapter 5). A {@link
 * io.starling.runtime.datatype.TypeMap} has the places, as loops where they are regular; a {@link
 * io.starling.runtime.datatype.Signature} has the elements, which two ranks compare. {@link
 * io.starling.runtime.datatype.Derivations} checks the arguments of MPI's constructors and makes
 * the types.
 *
 * <pre>
 * Derivations ──> DerivedDatatype ──> TypeShape ──> Signature ──> BasicDatatype
 *                                         └───────> TypeMap ──> Block, Loop, Sequence
 *
 * memory, reduction ──> datatype ──> io.starling.runtime
 * </pre>
 */
package io.starling.runtime.datatype;
