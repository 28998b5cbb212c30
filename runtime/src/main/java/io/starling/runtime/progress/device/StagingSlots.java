package io.starling.runtime.progress.device;

import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.progress.Share;
import java.util.ArrayDeque;

/**
 * The slots through which device memory travels. A slot is taken until no transfer uses it and no
 * send can find it any more.
 */
final class StagingSlots {

  private BufferPool pool;

  /** How many bytes of an operation are kept in addition to those in use. */
  private long mostKept;

  private int taken;
  private final ArrayDeque<HostCopy> free = new ArrayDeque<>();

  /** Sets the source of slots, before the first is taken. */
  void open(BufferPool itsPool, long itsMostKept) {
    pool = itsPool;
    mostKept = itsMostKept;
  }

  /** Whether no slot is taken. */
  boolean isIdle() {
    return taken == 0;
  }

  /** Takes a slot for a range of device memory; it is not used and can't be found yet. */
  HostCopy take(long address, long length) {
    HostCopy copy = free.isEmpty() ? new HostCopy() : free.removeLast();
    taken++;
    copy.slot = pool.acquire(length);
    copy.address = address;
    copy.length = length;
    copy.whole = false;
    copy.uses = 0;
    copy.users = 0;
    return copy;
  }

  /** Lets the operation's sends find this copy, in place of others of the same bytes. */
  void keep(HostCopies copies, int uses, HostCopy copy) {
    overwritten(copies, copy.address, copy.length);
    copy.uses = uses;
    if (uses > 0 && copy.length > 0 && makeRoom(copies, copy.length)) {
      copies.add(copy);
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

  /** Drops the copies of a range that has changed. */
  void overwritten(HostCopies copies, long address, long length) {
    if (length > 0) {
      for (HostCopy old = copies.overlapping(address, length);
          old != null;
          old = copies.overlapping(address, length)) {
        retire(old);
      }
    }
  }

  /** A send uses the copy. */
  void used(HostCopy copy) {
    if (copy.uses != Share.MANY && --copy.uses <= 0) {
      retire(copy);
    }
  }

  /** The copy can no longer be found. */
  void retire(HostCopy copy) {
    if (copy.index != null) {
      copy.index.remove(copy);
      freeIfUnused(copy);
    }
  }

  /** A row no longer uses the copy or waits for it. */
  void release(HostCopy copy, int row) {
    copy.forget(row);
    copy.users--;
    freeIfUnused(copy);
  }

  private void freeIfUnused(HostCopy copy) {
    if (copy.users == 0 && copy.index == null) {
      taken--;
      pool.release(copy.slot);
      copy.slot = null;
      free.addLast(copy);
    }
  }
}
