package io.starling.collectives.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Native memory through which data with gaps, or on the heap, goes to a file, for any thread. */
final class Scratch {

  /** The bytes of each piece: it stays in the processor's cache. */
  static final int BYTES = 1 << 20;

  private static final long ALIGNMENT = 4096;

  private final Queue<MemorySegment> idle = new ConcurrentLinkedQueue<>();

  MemorySegment take() {
    MemorySegment known = idle.poll();
    return known == null ? Arena.ofAuto().allocate(BYTES, ALIGNMENT) : known;
  }

  void giveBack(MemorySegment piece) {
    idle.add(piece);
  }
}
