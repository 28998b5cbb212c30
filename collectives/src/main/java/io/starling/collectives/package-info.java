/**
 * The communicator and its calls: messages, collectives, virtual topologies and fault tolerance.
 *
 * <p>{@link io.starling.collectives.Starling} joins a job of processes, or runs ranks as threads.
 * The result is a {@link io.starling.collectives.Communicator}, which has every call. Data is a
 * {@link io.starling.runtime.Buffer}, an array or a single value; all sizes are {@code long}.
 *
 * <pre>{@code
 * try (Communicator world = Starling.world()) {
 *   int sum = world.allreduce(world.rank(), ReductionOperator.SUM);
 *   System.out.println("rank " + world.rank() + " of " + world.size() + ": " + sum);
 * }
 * }</pre>
 *
 * <p>All other packages of this module are internal: one package per collective with its
 * algorithms, their selection, and the implementation of the communicator.
 *
 * <pre>
 * runtime  &lt;-  topology  &lt;-  collectives     (the right one depends on the left one)
 * </pre>
 */
package io.starling.collectives;
