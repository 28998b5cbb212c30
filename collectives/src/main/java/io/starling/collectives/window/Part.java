package io.starling.collectives.window;

import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;

/**
 * A piece of memory at a target, as this rank reaches it.
 *
 * @param remote the exposed memory in which it lies
 * @param direct all of the exposed memory, if loads and stores reach it; or null
 * @param scope the lifetime of the owner's memory, if this process knows it; or null
 * @param shift where in the exposed memory it begins
 * @param bytes its length
 * @param origin the displacement of its beginning
 * @param unit the bytes by which displacements count
 */
record Part(
    RemoteMemory remote,
    MemorySegment direct,
    MemorySegment.Scope scope,
    long shift,
    long bytes,
    long origin,
    long unit) {

  Part(RemoteMemory remote, long shift, long bytes, long origin, long unit) {
    this(remote, remote.direct(), remote.scope(), shift, bytes, origin, unit);
  }

  /** Whether the owner has closed the memory's arena, as far as this process knows. */
  boolean isFreed() {
    return scope != null && !scope.isAlive();
  }

  /**
   * Whether data at a displacement is inside.
   *
   * @param start the offset of its lowest byte
   * @param end the offset after its highest byte
   */
  boolean contains(long displacement, long start, long end) {
    long units = displacement - origin;
    if (displacement < origin || units > bytes / unit) {
      return false;
    }
    long offset = units * unit;
    return offset + start >= 0 && offset + start <= bytes && end <= bytes - offset;
  }

  /** The offset of a displacement in the exposed memory. */
  long offset(long displacement) {
    return shift + (displacement - origin) * unit;
  }

  /** This piece alone. */
  MemorySegment memory() {
    return direct.asSlice(shift, bytes);
  }
}
