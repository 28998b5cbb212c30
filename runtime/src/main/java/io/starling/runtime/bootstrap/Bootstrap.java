package io.starling.runtime.bootstrap;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the ranks of a job find each other, whoever has started them: Starling's launcher with its
 * store, or a batch system through PMIx or PMI2. All of it is set-up; no message of the program
 * goes this way.
 *
 * <p>To be used by one thread at a time.
 */
public interface Bootstrap extends AutoCloseable {

  /** Which rank this process is. */
  Membership membership();

  /**
   * Gives each rank what every rank has brought (an allgather). All ranks must call it, with the
   * same name and once for each name.
   *
   * @param name at most 512 bytes of UTF-8
   * @param own at most 1 MiB
   * @return by rank
   * @throws io.starling.runtime.error.StarlingException if a rank has left, or not all have come in
   *     time; the message says which are missing, as far as that is known
   */
  List<byte[]> exchange(String name, byte[] own, Duration patience);

  /**
   * What the launcher has published under a key; waits until it has.
   *
   * @return empty where no launcher publishes anything
   * @throws io.starling.runtime.error.StarlingException if it did not in time
   */
  Optional<byte[]> published(String key, Duration patience);

  /**
   * Tells that this rank has come to the fence, and returns at once. All ranks must enter it;
   * {@link #fencePassed} says when they have. A name may be used again after that.
   */
  void enterFence(String name);

  /**
   * Whether all ranks have entered the fence. Never waits: it may be asked in a progress loop.
   *
   * @throws io.starling.runtime.error.StarlingException if a rank has left the job without entering
   * @throws IllegalStateException if this rank has not entered
   */
  boolean fencePassed(String name);

  /** Who tells of failed ranks and helps to go on without them; empty where nobody does. */
  Optional<Supervision> supervision();

  /**
   * Tells that this rank has failed, so that whoever has started the job ends the other ranks too.
   * Does nothing where a launcher watches the ranks and sees it by itself.
   *
   * @param reason for people
   */
  default void abort(String reason) {}

  /**
   * Leaves although the communicator was not closed, as the process ends: nobody knows whether the
   * others need this rank. Returns at once where a launcher watches the ranks; otherwise waits a
   * while for the others to end as well, and aborts the job if they don't.
   */
  default void leaveUnclosed() {}

  /**
   * Leaves the job; fences that this rank has not entered will not be passed by others, except in a
   * job that survives failures.
   */
  @Override
  void close();
}
