package io.starling.collectives;

import java.time.Duration;
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
   * <p>An interrupt of the root while the launcher works takes effect after the call: the new ranks
   * start all the same, and would wait for this group.
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

  /**
   * Opens a port, at which groups of other ranks of the job can connect to a group of this one
   * (MPI_Open_port).
   *
   * @return its name, a short text that is passed to the others, for example by {@link #publish}
   */
  String openPort();

  /**
   * Closes a port (MPI_Close_port): {@link #accept} refuses it from now on, and {@link #connect}
   * fails, also for those that wait already. Without {@code starling run}, those that connect later
   * wait for ever, so tell them before.
   *
   * @param port what {@link #openPort} has returned here; nothing happens if it is closed
   */
  void closePort(String port);

  /**
   * Waits until another group connects at a port, and joins it (MPI_Comm_accept). All ranks of this
   * communicator call it.
   *
   * @param port at the root, an open port of this rank; of no meaning at other ranks
   * @param root the rank that has opened the port
   * @return an intercommunicator with the group that has called {@link #connect}
   * @throws IllegalArgumentException at the root, if it has no such port, or at all ranks if the
   *     groups have a process in common
   * @throws io.starling.runtime.StarlingException if the port is closed meanwhile, or the other
   *     group fails; at the other ranks, if the root has failed
   */
  Intercommunicator accept(String port, int root);

  /**
   * Connects to a port of another rank of the job, and joins the group that accepts
   * (MPI_Comm_connect). Waits until it does. All ranks of this communicator call it.
   *
   * @param port at the root, the name of the port; of no meaning at other ranks
   * @param root the rank that knows the port
   * @return an intercommunicator with the group that has called {@link #accept}
   * @throws IllegalArgumentException at the root, if this is no name of a port, or at all ranks if
   *     the groups have a process in common
   * @throws io.starling.runtime.StarlingException at the other ranks, if the root has failed
   */
  Intercommunicator connect(String port, int root);

  /**
   * Makes a port known to all processes of the job (MPI_Publish_name), also to those that are
   * started later.
   *
   * @param name under which others find it; a port that was published under it is replaced
   * @param port what {@link #openPort} has returned
   * @throws UnsupportedOperationException without {@code starling run}, which keeps the names
   */
  void publish(String name, String port);

  /**
   * Takes a name back (MPI_Unpublish_name).
   *
   * @param name that was published
   * @throws UnsupportedOperationException without {@code starling run}, which keeps the names
   */
  void unpublish(String name);

  /**
   * Finds a port (MPI_Lookup_name); waits until it is published.
   *
   * @param name under which it was published
   * @param patience how long to wait at most; with zero, the launcher says whether it is there now
   * @return the port
   * @throws io.starling.runtime.StarlingException if nothing was published in time, or was taken
   *     back
   * @throws UnsupportedOperationException without {@code starling run}, which keeps the names
   */
  String lookUp(String name, Duration patience);
}
