package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The epochs of a window: checks that Starling does not make, and MPI's classes of errors. */
final class Epochs {

  private static final int OF_FENCE =
      MPI.MODE_NOSTORE | MPI.MODE_NOPUT | MPI.MODE_NOPRECEDE | MPI.MODE_NOSUCCEED;
  private static final int OF_POST = MPI.MODE_NOCHECK | MPI.MODE_NOSTORE | MPI.MODE_NOPUT;

  /** The ranks of which this one has, or waits for, a lock; threads may lock at once. */
  private final Set<Integer> locked = ConcurrentHashMap.newKeySet();

  /** Calls Starling: what it refuses because of its state is a wrong synchronisation. */
  static void run(Window window, Consumer<Window> call) {
    try {
      call.accept(window);
    } catch (IllegalStateException e) {
      throw new Failure(ErrorClass.RMA_SYNC, e.getMessage(), e);
    }
  }

  private static void checkAssertion(int assertion, int allowed) {
    if ((assertion & ~allowed) != 0) {
      throw new Failure(
          ErrorClass.ASSERT,
          "the assertion is %d; the call knows the bits of %d".formatted(assertion, allowed));
    }
  }

  /** Whether a rank is one of the window: nothing happens for PROC_NULL. */
  static boolean isRank(int rank, Window window) {
    if (rank == Communicator.PROC_NULL) {
      return false;
    }
    Arguments.rank(rank, window.size());
    return true;
  }

  void fence(Window window, int assertion) {
    checkAssertion(assertion, OF_FENCE);
    run(window, Window::fence);
  }

  void post(Window window, Group group, int assertion) {
    var origins = group.members();
    checkAssertion(assertion, OF_POST);
    run(window, open -> open.post(origins));
  }

  void start(Window window, Group group, int assertion) {
    var targets = group.members();
    checkAssertion(assertion, OF_POST);
    run(window, open -> open.start(targets));
  }

  void lock(Window window, int type, int rank, int assertion) {
    if (type != MPI.LOCK_EXCLUSIVE && type != MPI.LOCK_SHARED) {
      throw new Failure(
          ErrorClass.LOCKTYPE,
          "the lock type is %d; it is LOCK_EXCLUSIVE or LOCK_SHARED".formatted(type));
    }
    checkAssertion(assertion, MPI.MODE_NOCHECK);
    if (!isRank(rank, window)) {
      return;
    }
    if (!locked.add(rank)) {
      throw new Failure(
          ErrorClass.RMA_CONFLICT, "this rank holds a lock of rank %d".formatted(rank));
    }
    boolean isLocked = false;
    try {
      run(
          window,
          type == MPI.LOCK_EXCLUSIVE
              ? open -> open.lockExclusive(rank)
              : open -> open.lockShared(rank));
      isLocked = true;
    } finally {
      if (!isLocked) {
        locked.remove(rank);
      }
    }
  }

  void unlock(Window window, int rank) {
    if (isRank(rank, window)) {
      run(window, open -> open.unlock(rank));
      locked.remove(rank);
    }
  }

  void lockAll(Window window, int assertion) {
    checkAssertion(assertion, MPI.MODE_NOCHECK);
    run(window, Window::lockAll);
  }
}
