package io.starling.runtime;

import io.starling.runtime.progress.request.PersistentOperation;

/**
 * A call whose arguments are checked once and that can be started many times (MPI 4.1, sections 3.9
 * and 6.13). All ranks start the persistent collectives of a communicator in the same order.
 *
 * <pre>{@code
 * try (PersistentRequest sum = world.allreduceInit(data, result, ReductionOperator.SUM)) {
 *   for (int step = 0; step < steps; step++) {
 *     compute(data);
 *     sum.start().await();
 *   }
 * }
 * }</pre>
 *
 * <p>The methods of {@link Request} refer to the latest run. Before the first start they throw an
 * {@link IllegalStateException}.
 */
public sealed interface PersistentRequest extends Request, AutoCloseable
    permits PersistentOperation {

  /**
   * Starts the operation (MPI_Start) and returns without waiting. To start several requests, call
   * it for each of them (MPI_Startall).
   *
   * @return this request
   * @throws IllegalStateException if the previous run is not complete, or this request is closed
   */
  PersistentRequest start();

  /**
   * Closes this request (MPI_Request_free): it can't be started again. A second close does nothing.
   *
   * @throws IllegalStateException if the latest run is not complete
   */
  @Override
  void close();
}
