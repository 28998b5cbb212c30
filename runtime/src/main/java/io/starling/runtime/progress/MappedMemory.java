package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;

/**
 * Remote memory that loads and stores of this process reach.
 *
 * @param direct all of it
 * @param scope the lifetime of the owner's memory, or null
 * @param completions where transfers end
 */
public record MappedMemory(MemorySegment direct, MemorySegment.Scope scope, Completions completions)
    implements RemoteMemory {

  @Override
  public void access(
      Access access,
      int transfer,
      MemorySegment local,
      long localOffset,
      long offset,
      long length) {
    access.carryOut(local, localOffset, direct.address() + offset, length);
    completions.completed(transfer, 0, length);
  }
}
