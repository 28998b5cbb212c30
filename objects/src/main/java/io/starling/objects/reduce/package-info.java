/**
 * Reduces in order of arrival (Hoplite, section 4.3): a coordinator gives each source that comes a
 * place in a tree, nodes at the stores fold and stream, and what dies is replaced.
 *
 * <pre>
 *   sources seen ---> Coordinator --- Assign ---> ReduceNode (source + children -> accumulator)
 *                          ^------ Done, Drained, Failed ------'
 * </pre>
 *
 * Needs the operations of a store; the store calls it.
 */
package io.starling.objects.reduce;
