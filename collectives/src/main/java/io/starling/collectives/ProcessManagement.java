package io.starling.collectives;

import java.util.Optional;

/**
 * Ranks that are started while the job runs (MPI 4.1, section 11.8).
 *
 * <p>They have a world of their own, which {@link Starling#world()} gives them, and an
 * intercommunicator with the ranks that have asked for them:
 *
 * <pre>
 *   spawn(...)                      parent()
 *   0 ──┐                        ┌── 0
 *   1 ──┼── intercommunicator ───┤
 *   2 ──┘                        └── 1
 *   world of the parents            world of the children
 * </pre>
 *
 * <p>{@code starling run} starts them, on hosts of the job, also over ssh and in an allocation of
 * Slurm. It watches over them, as over all ranks, and tags their output by their process number.
 * Under another launcher, in a program that was started alone, and where ranks are threads, {@link
 * #spawn} is refused.
 */
public sealed interface ProcessManagement permits Communicator {

  /**
   * Starts ranks (MPI_Comm_spawn, and with several programs MPI_Comm_spawn_multiple). All ranks of
   * this communicator call it; it returns when the new ranks have joined, which they do in {@link
   * Starling#world()}. Several communicators may do so at the same time.
   *
   * <p>The process numbers of the new ranks are the next ones of the job. Process numbers are not
   * used again: a job has room for 64 more ranks than it begins with, or for as many as {@code
   * starling run --room} says.
   *
   * <p>A rank that ends waits for all ranks that it has met in this way, as in MPI_Finalize, unless
   * both have left each other by {@link Intercommunicator#disconnect()}.
   *
   * @param root the rank that decides what is started
   * @param programs what the new ranks run, at the root; others may pass none. The ranks of the
   *     first program come first
   * @return an intercommunicator; the remote group are the new ranks. To be closed or disconnected
   *     before this communicator
   * @throws IllegalArgumentException if the root is not a rank, or at the root if it gives no
   *     program
   * @throws UnsupportedOperationException if no launcher can start ranks; the message says why
   * @throws io.starling.runtime.StarlingException at all ranks, if the launcher can't start them: a
   *     class or a command that is not there, an unknown host, no free slot, no room; or if one of
   *     them ends before all have joined. No new rank is left then
   * @throws io.starling.runtime.RankFailedException if a rank of this communicator has failed
   */
  Intercommunicator spawn(int root, Spawn... programs);

  /**
   * The intercommunicator with the ranks that have started this one (MPI_Comm_get_parent). It is
   * the same for all communicators of this rank.
   *
   * @return the intercommunicator; empty for ranks that the job began with, and after its close
   */
  Optional<Intercommunicator> parent();
}
