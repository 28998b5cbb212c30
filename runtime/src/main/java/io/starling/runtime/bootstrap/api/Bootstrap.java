package io.starling.runtime.bootstrap.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Lets the ranks of a job find each other, whether Starling's launcher has started them or a batch
 * system through PMIx or PMI2. It serves set-up only; messages of the program use ports.
 *
 * <p>To be used by one thread at a time.
 */
public interface Bootstrap extends AutoCloseable {

  /** This process's place in the job. */
  Membership membership();

  /**
   * Gives each rank the contributions of all ranks (an allgather). All ranks must call it, with the
   * same name and once per name.
   *
   * @param name at most 512 bytes of UTF-8
   * @param own at most 1 MiB
   * @return the contributions, by rank
   * @throws io.starling.runtime.StarlingException if a rank has left, or not all ranks have called
   *     in time; the message names the missing ranks, as far as they are known
   */
  List<byte[]> exchange(String name, byte[] own, Duration patience);

  /**
   * The value that the launcher has published under a key; waits until it is published.
   *
   * @return the value; empty if there is no launcher that publishes values
   * @throws io.starling.runtime.StarlingException if it was not published in time
   */
  Optional<byte[]> published(String key, Duration patience);

  /**
   * Enters a fence without waiting. All ranks must enter it; {@link #fencePassed} returns whether
   * they have. The name may be used again after that.
   */
  void enterFence(String name);

  /**
   * Whether all ranks have entered the fence. Never waits, so it may be called in a progress loop.
   *
   * @throws io.starling.runtime.StarlingException if a rank has left the job without entering
   * @throws IllegalStateException if this rank has not entered
   */
  boolean fencePassed(String name);

  /** The service that reports failed ranks and lets the others continue; empty if there is none. */
  Optional<Supervision> supervision();

  /** The numbers of the processes of the job. */
  default ProcessNumbers numbers() {
    Membership own = membership();
    return ProcessNumbers.fixed(own.size(), own.localSize() != own.size());
  }

  /** The way to a launcher that can start more ranks; empty if there is none. */
  default Optional<Spawner> spawner() {
    return Optional.empty();
  }

  /**
   * Ends all ranks of the job, as far as the starter of the job can. This process may end within
   * the call; if it returns, the caller must end the process.
   *
   * @param status the exit status of the job, 1 to 255
   * @param reason the reason as a text
   */
  void abort(int status, String reason);

  /**
   * Reports that this rank has failed, so that the starter of the job ends the other ranks too.
   * Does nothing under a launcher that watches the ranks itself.
   *
   * @param reason the reason as a text
   */
  default void reportFailure(String reason) {}

  /**
   * Leaves at the end of the process although the communicator is not closed, so that other ranks
   * may still need this one. Returns at once under a launcher that watches the ranks. Otherwise
   * waits a while for the others to end, and aborts the job if they don't.
   */
  default void leaveUnclosed() {}

  /**
   * Leaves the job. Fences that this rank has not entered then fail for the others, except in a job
   * that survives failures.
   */
  @Override
  void close();
}
