package io.starling.collectives;

import io.starling.collectives.call.PartitionedCall;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * A send whose message the program completes part by part (MPI 4.1, chapter 4). A part travels as
 * soon as it is {@linkplain #ready ready}, while others are still computed, possibly by other
 * threads.
 *
 * <pre>{@code
 * try (PartitionedSend send = world.partitionedSendInit(data, parts, peer, tag)) {
 *   for (int step = 0; step < steps; step++) {
 *     send.start();
 *     for (int part = 0; part < parts; part++) {
 *       compute(data, part);
 *       send.ready(part);
 *     }
 *     send.request().await();
 *   }
 * }
 * }</pre>
 */
public sealed interface PartitionedSend extends AutoCloseable permits PartitionedCall.Send {

  /**
   * Begins a run (MPI_Start). No part is ready then.
   *
   * @return the request of this run, complete when all parts are ready and sent
   * @throws IllegalStateException if the previous run is not complete, or this is closed
   */
  default Request start() {
    return request().start();
  }

  /**
   * Says that a part of the message will not change any more in this run (MPI_Pready).
   *
   * @param part 0 to the number of parts - 1
   * @throws IllegalStateException if it is ready already, or no run is open
   * @throws IllegalArgumentException if there is no such part
   */
  void ready(int part);

  /**
   * Says the same of several parts (MPI_Pready_range).
   *
   * @param first the first part
   * @param last the last part, included
   */
  default void ready(int first, int last) {
    for (int part = first; part <= last; part++) {
      ready(part);
    }
  }

  /**
   * The request by which runs are started and awaited, like any persistent one.
   *
   * @return the same at each call
   */
  PersistentRequest request();

  /**
   * Closes this send (MPI_Request_free): it can't be started again. A second close does nothing.
   *
   * @throws IllegalStateException if the last run is not complete
   */
  @Override
  default void close() {
    request().close();
  }
}
