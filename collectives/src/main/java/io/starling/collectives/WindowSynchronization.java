package io.starling.collectives;

/**
 * The epochs of a window (MPI 4.1, section 12.5); {@link Window} says which there are, and what
 * holds for failures and interrupts in all of these calls.
 */
public sealed interface WindowSynchronization permits Window {

  /**
   * Ends an epoch of accesses of all ranks, and begins the next one (MPI_Win_fence). All ranks call
   * it; it returns when all accesses before it have taken effect. The epoch after the last fence is
   * no hindrance as long as nothing is accessed.
   *
   * @throws IllegalStateException in an epoch of start, post or a lock
   */
  void fence();

  /**
   * Lets the ranks of a group access this rank's memory (MPI_Win_post), until {@link #await}. It
   * does not wait.
   *
   * @param origins processes of the window, as {@link Communicator#group} gives them
   * @throws IllegalStateException if the last post has not been awaited, or in an epoch of fences
   * @throws IllegalArgumentException if a process is not in the window
   */
  void post(Group origins);

  /**
   * Begins an epoch of accesses to the ranks of a group (MPI_Win_start); it waits for their {@link
   * #post}.
   *
   * @param targets processes of the window
   * @throws IllegalStateException in another epoch of accesses
   * @throws IllegalArgumentException if a process is not in the window
   */
  void start(Group targets);

  /**
   * Ends the epoch of {@link #start} (MPI_Win_complete): the accesses of this rank have taken
   * effect at the targets.
   *
   * @throws IllegalStateException if there is none
   */
  void complete();

  /**
   * Waits until all ranks to which this rank has posted have completed (MPI_Win_wait).
   *
   * @throws IllegalStateException if this rank has not posted
   */
  void await();

  /**
   * The same without waiting (MPI_Win_test).
   *
   * @return whether all have completed, and the epoch of {@link #post} has ended
   * @throws IllegalStateException if this rank has not posted
   */
  boolean test();

  /**
   * Locks the memory of a rank, together with other ranks that share it (MPI_Win_lock with
   * MPI_LOCK_SHARED). It waits while another rank holds it exclusively. A rank may hold locks of
   * several ranks; ranks that take them in different orders may wait for each other for ever.
   *
   * @param target a rank of the window
   * @throws IllegalStateException if this rank holds a lock of the target, or in another epoch of
   *     accesses
   */
  void lockShared(int target);

  /**
   * Locks the memory of a rank for this rank alone (MPI_Win_lock with MPI_LOCK_EXCLUSIVE).
   *
   * @param target a rank of the window
   * @throws IllegalStateException if this rank holds a lock of the target, or in another epoch of
   *     accesses
   */
  void lockExclusive(int target);

  /**
   * Ends the epoch of a lock (MPI_Win_unlock): all accesses to the target have taken effect.
   *
   * @param target a rank of the window
   * @throws IllegalStateException if this rank holds no lock of the target
   */
  void unlock(int target);

  /**
   * Locks the memory of all ranks, together with others (MPI_Win_lock_all). It is not a collective.
   *
   * @throws IllegalStateException in another epoch of accesses
   */
  void lockAll();

  /**
   * Ends the epoch of {@link #lockAll} (MPI_Win_unlock_all).
   *
   * @throws IllegalStateException if there is none
   */
  void unlockAll();

  /**
   * Waits until all accesses to a rank have taken effect there (MPI_Win_flush).
   *
   * @param target a rank of the window
   * @throws IllegalStateException if this rank holds no lock of the target
   */
  void flush(int target);

  /**
   * The same for all ranks (MPI_Win_flush_all).
   *
   * @throws IllegalStateException if this rank holds no lock
   */
  void flushAll();

  /**
   * Waits until the buffers of all accesses to a rank may be used again (MPI_Win_flush_local):
   * those of puts may be changed, those of gets are filled.
   *
   * @param target a rank of the window
   * @throws IllegalStateException if this rank holds no lock of the target
   */
  void flushLocal(int target);

  /**
   * The same for all ranks (MPI_Win_flush_local_all).
   *
   * @throws IllegalStateException if this rank holds no lock
   */
  void flushLocalAll();

  /**
   * Orders this rank's loads and stores before it and after it (MPI_Win_sync).
   *
   * @throws IllegalStateException if the window is closed
   */
  void sync();
}
