package io.starling.collectives.file;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.datatype.MapWords;
import io.starling.runtime.memory.BufferPool;
import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * What ranks tell an aggregator of their accesses: this rank's header, which it sends, and those of
 * all ranks, if it is one. A map that is too long for a header follows it.
 *
 * <pre>
 * word  0                      1 ... 63
 *       words of the map       the map, if it fits
 * </pre>
 */
final class AccessHeaders {

  static final long BYTES = 512;

  private static final int INLINE_WORDS = (int) (BYTES / Long.BYTES) - 1;

  private final MemorySegment area;
  private final Memory memory;
  private final MemorySegment[] longMaps;

  /** Room for so many headers of others. */
  AccessHeaders(BufferPool pool, int ranks) {
    area = pool.acquire((ranks + 1L) * BYTES);
    memory = Memory.of(area);
    longMaps = new MemorySegment[ranks];
  }

  Memory memory() {
    return memory;
  }

  /** Where the header of a rank is in the memory; this rank's own is at its beginning. */
  static long offsetOf(int rank) {
    return (rank + 1) * BYTES;
  }

  /** Writes this rank's header; returns the map if it has to follow, or null. */
  Memory write(FilePart part) {
    long[] words = MapWords.of(part.map());
    area.setAtIndex(JAVA_LONG, 0, words.length);
    if (words.length > INLINE_WORDS) {
      return Memory.of(MemorySegment.ofArray(words));
    }
    MemorySegment.copy(words, 0, area, JAVA_LONG, Long.BYTES, words.length);
    return null;
  }

  /** Room for the map that follows the header of a rank; null if none does. */
  Memory roomForMap(int rank) {
    int words = words(rank);
    if (words <= INLINE_WORDS) {
      return null;
    }
    longMaps[rank] = MemorySegment.ofArray(new long[words]);
    return Memory.of(longMaps[rank]);
  }

  private int words(int rank) {
    return Math.toIntExact(area.get(JAVA_LONG, offsetOf(rank)));
  }

  /** The access of a rank. */
  FilePart part(int rank) {
    MemorySegment map =
        longMaps[rank] == null
            ? area.asSlice(offsetOf(rank) + Long.BYTES, (long) words(rank) * Long.BYTES)
            : longMaps[rank];
    return new FilePart(MapWords.read(map.toArray(JAVA_LONG)));
  }

  void release(BufferPool pool) {
    pool.release(area);
  }
}
