package io.starling.objects.simulated;

import io.starling.objects.copy.Region;
import java.lang.foreign.MemorySegment;

/**
 * The memory of a simulated store: an array for each copy, or none where a study is about times
 * only.
 *
 * @param contents whether copies have contents
 */
record HeapRegion(boolean contents) implements Region {

  @Override
  public boolean prepare(long offset, long length) {
    return true;
  }

  @Override
  public MemorySegment at(long offset, long length) {
    return contents ? MemorySegment.ofArray(new byte[Math.toIntExact(length)]) : null;
  }

  @Override
  public void punch(long offset, long length) {}
}
