/**
 * The data and the results of message passing: what programs hand to a communicator and get back.
 *
 * <p>A {@link io.starling.runtime.Buffer} is memory with a {@link io.starling.runtime.Datatype}; a
 * {@link io.starling.runtime.ReductionOperator} folds its elements. Non-blocking calls return a
 * {@link io.starling.runtime.Request}, receives a {@link io.starling.runtime.Status}, and failures
 * are a {@link io.starling.runtime.StarlingException}. The communicator itself is in module {@code
 * io.starling.collectives}.
 *
 * <pre>{@code
 * double[] data = new double[1000];
 * Request request = world.iAllreduce(Buffer.of(data), result, ReductionOperator.SUM);
 * request.await();
 * }</pre>
 *
 * <p>All other packages of this module are internal: transports, the progress engine, memory, and
 * the bootstrap of jobs. They are exported to Starling's own modules only.
 *
 * <pre>
 * runtime  &lt;-  topology  &lt;-  collectives
 * runtime  &lt;-  gpu                           (the right one depends on the left one)
 * </pre>
 */
package io.starling.runtime;
