/**
 * Reduces in order of arrival (Hoplite, section 4.3): a coordinator gives each source that comes a
 * place in a tree, nodes at the stores fold and stream, and what dies is replaced. Small objects
 * are folded by the coordinator alone. The folds are those of the runtime.
 *
 * <pre>
 *   sources seen ---> Coordinator --- Assign ---> ReduceNode (source + children -> accumulator)
 *                          ^------ Done, Drained, Failed ------'
 * </pre>
 *
 * <pre>
 * store ──> reduce ──> operation, transfer, copy, directory, protocol, io.starling.objects
 * reduce ──> io.starling.runtime, runtime.datatype, runtime.memory, runtime.reduction
 * </pre>
 */
package io.starling.objects.reduce;
