package io.starling.objects.client;

import io.starling.objects.StoreLostException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A program's access to the memory of the store.
 *
 * <pre>
 *   views, writers ---> arenas --.
 *   puts, reads ------> copies --+--- end ---> the store may give the memory to others
 * </pre>
 *
 * <p>Invariant: after the end nothing of the program touches the memory. Without that, a writer
 * that outlives its connection would write into the objects of others.
 */
final class Access {

  private final Set<Arena> arenas = ConcurrentHashMap.newKeySet();
  private final ReadWriteLock copies = new ReentrantReadWriteLock();
  private boolean over;

  /**
   * Begins an access that {@link #close} ends.
   *
   * @throws StoreLostException after the end
   */
  Arena open() {
    Arena arena = Arena.ofShared();
    copy(() -> arenas.add(arena));
    return arena;
  }

  /** Ends an access, unless it has ended. */
  void close(Arena arena) {
    if (arenas.remove(arena)) {
      arena.close();
    }
  }

  /**
   * Copies to or from the memory; the end waits for it.
   *
   * @throws StoreLostException after the end
   */
  void copy(Runnable copy) {
    Lock lock = copies.readLock();
    lock.lock();
    try {
      if (over) {
        throw new StoreLostException("the program closed its connection to the store");
      }
      copy.run();
    } finally {
      lock.unlock();
    }
  }

  /** Ends all accesses. */
  void end() {
    Lock lock = copies.writeLock();
    lock.lock();
    try {
      over = true;
    } finally {
      lock.unlock();
    }
    List.copyOf(arenas).forEach(this::close);
  }
}
