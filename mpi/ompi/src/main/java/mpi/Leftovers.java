package mpi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the program has freed while operations were open: it is closed when they are over. */
final class Leftovers {

  private static final Queue<AutoCloseable> OPEN = new ConcurrentLinkedQueue<>();

  private Leftovers() {}

  /** Closes it now, or at a later call; what else goes wrong is an error of this call. */
  static void close(AutoCloseable resource) {
    closeAll();
    if (!isClosed(resource)) {
      OPEN.add(resource);
    }
  }

  /** Closes what can be closed by now. A failure is dropped: no call of the program is to blame. */
  static void closeAll() {
    for (int rest = OPEN.size(); rest > 0; rest--) {
      AutoCloseable next = OPEN.poll();
      if (next != null && !isOver(next)) {
        OPEN.add(next);
      }
    }
  }

  private static boolean isOver(AutoCloseable resource) {
    try {
      return isClosed(resource);
    } catch (RuntimeException _) {
      return true;
    }
  }

  /** Starling refuses to close what has open operations. */
  private static boolean isClosed(AutoCloseable resource) {
    try {
      resource.close();
      return true;
    } catch (IllegalStateException _) {
      return false;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalArgumentException(e);
    }
  }
}
