package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory that a port has exposed. It keeps the memory reachable, and knows whether the program
 * has freed it, which all threads may ask.
 */
public final class ExposedMemory {

  private final Map<Exposure, MemorySegment> open = new ConcurrentHashMap<>();

  /** Notes what is exposed. */
  public void add(Exposure exposure, MemorySegment memory) {
    open.put(exposure, memory);
  }

  /** Forgets what is exposed no longer; returns whether it was. */
  public boolean remove(Exposure exposure) {
    return open.remove(exposure) != null;
  }

  /** What is exposed now. */
  public List<Exposure> exposures() {
    return List.copyOf(open.keySet());
  }

  /**
   * The lifetime of exposed memory; null if none is exposed there. An address may have been
   * allocated again after memory was freed whose exposure is open: the living memory counts.
   */
  public MemorySegment.Scope scope(long address, long bytes) {
    MemorySegment.Scope found = null;
    for (MemorySegment memory : open.values()) {
      boolean isThere = memory.address() == address && memory.byteSize() == bytes;
      if (isThere && (found == null || memory.scope().isAlive())) {
        found = memory.scope();
      }
    }
    return found;
  }
}
