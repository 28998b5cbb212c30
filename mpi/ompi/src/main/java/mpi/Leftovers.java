package mpi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the program has freed while operations were open: it is closed when they are over. */
final class Leftovers {

  private static final Queue<AutoCloseable> OPEN = new ConcurrentLinkedQueue<>();

  private Leftovers() {}

  /** Closes it now, or at a later call. */
  static void close(AutoCloseable resource) {
    OPEN.add(resource);
    closeAll();
  }

  /** Closes what can be closed by now. */
  static void closeAll() {
    OPEN.removeIf(Leftovers::isClosed);
  }

  private static boolean isClosed(AutoCloseable resource) {
    try {
      resource.close();
      return true;
    } catch (IllegalStateException _) {
      return false;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
