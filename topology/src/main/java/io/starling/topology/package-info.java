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
 * the layout of a job and the placement of its ranks, and the search for the order of hosts. They
 * are exported to Starling's own modules only, hwloc to none. {@code Labels}, which gives levels
 * their names, is beside the model of a machine.
 *
 * <pre>
 * layout ──> placement ──> machine ──> hwloc
 *    └─────> locality &lt;── locality.probe
 * layout, placement, machine ──> Level ──> machine (Labels)
 *
 * collectives, launcher, solvers, bench, mpi/ompi ──> topology ──> runtime
 * </pre>
 */
package io.starling.topology;
