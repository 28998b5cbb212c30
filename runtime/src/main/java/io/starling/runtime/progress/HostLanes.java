package io.starling.runtime.progress;

import io.starling.runtime.memory.BufferPool;
import java.util.ArrayDeque;

/**
 * The lanes through which device memory travels, from when one is taken until nobody uses it or
 * will find it any more.
 */
final class HostLanes {

  private BufferPool pool;

  /** How many bytes of an operation's are kept besides what is under way. */
  private long mostKept;

  private int taken;
  private final ArrayDeque<HostCopy> free = new ArrayDeque<>();

  /** Says where lanes come from, before the first is taken. */
  void open(BufferPool itsPool, long itsMostKept) {
    pool = itsPool;
    mostKept = itsMostKept;
  }

  /** Whether no lane is taken. */
  boolean isIdle() {
    return taken == 0;
  }

  /** A lane for the bytes of a range of device memory, which nobody finds and nobody uses yet. */
  HostCopy take(long address, long length) {
    HostCopy copy = free.isEmpty() ? new HostCopy() : free.removeLast();
    taken++;
    copy.lane = pool.acquire(length);
    copy.address = address;
    copy.length = length;
    copy.whole = false;
    copy.uses = 0;
    copy.users = 0;
    return copy;
  }

  /** Lets the operation's sends find this one, instead of others of the same bytes. */
  void keep(Operation operation, HostCopy copy) {
    overwritten(operation, copy.address, copy.length);
    copy.uses = operation.hostCopyUses();
    if (copy.uses > 0 && copy.length > 0 && makeRoom(operation.hostCopies, copy.length)) {
      operation.hostCopies.add(copy);
    }
  }

  private boolean makeRoom(HostCopies copies, long bytes) {
    while (copies.bytes() + bytes > mostKept) {
      HostCopy idle = copies.idle();
      if (idle == null) {
        return false;
      }
      retire(idle);
    }
    return true;
  }

  /** What the operation knew of a range is out of date. */
  void overwritten(Operation operation, long address, long length) {
    if (length > 0) {
      HostCopies copies = operation.hostCopies;
      for (HostCopy old = copies.overlapping(address, length);
          old != null;
          old = copies.overlapping(address, length)) {
        retire(old);
      }
    }
  }

  /** A send takes it. */
  void used(HostCopy copy) {
    if (copy.uses != HostCopy.MANY && --copy.uses <= 0) {
      retire(copy);
    }
  }

  /** Nobody is to find it any more. */
  void retire(HostCopy copy) {
    if (copy.index != null) {
      copy.index.remove(copy);
      freeIfUnused(copy);
    }
  }

  /** A row does not use it any more, nor wait for it. */
  void release(HostCopy copy, int row) {
    copy.forget(row);
    copy.users--;
    freeIfUnused(copy);
  }

  private void freeIfUnused(HostCopy copy) {
    if (copy.users == 0 && copy.index == null) {
      taken--;
      pool.release(copy.lane);
      copy.lane = null;
      free.addLast(copy);
    }
  }

  /** The operation has ended: from now on others may write to its memory, or free it. */
  void forget(HostCopies copies) {
    copies.letGo();
    for (HostCopy copy = copies.any(); copy != null; copy = copies.any()) {
      retire(copy);
    }
  }
}
