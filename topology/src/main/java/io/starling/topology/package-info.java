/**
 * The levels of the hardware on which ranks run. Programs use a {@link io.starling.topology.Level}
 * to group ranks by the hardware that they share, for example all ranks of a node:
 *
 * <pre>{@code
 * try (Communicator node = world.splitByLevel(Level.NODE)) {
 *   node.barrier();
 * }
 * }</pre>
 *
 * <p>All other packages of this module are internal: the binding to hwloc, the model of a machine,
 * the layout of a job and the placement of its ranks. They are exported to Starling's own modules
 * only.
 *
 * <pre>
 * runtime  &lt;-  topology  &lt;-  collectives     (the right one depends on the left one)
 * </pre>
 */
package io.starling.topology;
