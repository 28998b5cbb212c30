package io.starling.collectives.window;

import io.starling.runtime.progress.Exposure;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What this rank exposes in a window.
 *
 * @param own this rank's memory
 * @param all the memory of all ranks, if it is one piece; or null
 * @param attachments what is attached to a dynamic window; or null
 * @param control exposes its control block
 * @param exposure exposes its memory; null if another rank does, or there is none
 * @param arena of what the window has allocated
 */
record WindowMemory(
    MemorySegment own,
    MemorySegment all,
    Attachments attachments,
    Exposure control,
    Exposure exposure,
    Arena arena)
    implements AutoCloseable {

  @Override
  public void close() {
    if (attachments != null) {
      attachments.close();
    }
    if (exposure != null) {
      exposure.close();
    }
    control.close();
    arena.close();
  }
}
