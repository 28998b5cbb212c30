package io.starling.collectives;

import io.starling.collectives.call.PartitionedCall;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * A receive of a message that arrives part by part (MPI 4.1, chapter 4). Sender and receiver may
 * divide the message differently.
 */
public sealed interface PartitionedReceive extends AutoCloseable permits PartitionedCall.Receive {

  /**
   * Begins a run (MPI_Start).
   *
   * @return the request of this run, complete when the whole message is there
   * @throws IllegalStateException if the previous run is not complete, or this is closed
   */
  default Request start() {
    return request().start();
  }

  /**
   * Whether a part of the message is there, so that the program may read it (MPI_Parrived). Makes
   * progress.
   *
   * @param part 0 to the number of parts - 1, as this side divides the message
   * @return whether it has arrived in the run that was started last
   * @throws IllegalStateException if there was no run
   * @throws IllegalArgumentException if there is no such part
   */
  boolean hasArrived(int part);

  /**
   * The request by which runs are started and awaited, like any persistent one.
   *
   * @return the same at each call
   */
  PersistentRequest request();

  /**
   * Closes this receive (MPI_Request_free): it can't be started again. A second close does nothing.
   *
   * @throws IllegalStateException if the last run is not complete
   */
  @Override
  default void close() {
    request().close();
  }
}
