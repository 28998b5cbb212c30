package io.starling.runtime.transport.routing;

import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;

/** Memory that the far port reaches; each transfer makes it look there soon. */
record FarMemory(RemoteMemory memory, FarLooks farLooks) implements RemoteMemory {

  @Override
  public MemorySegment direct() {
    return memory.direct();
  }

  @Override
  public boolean needsOwner() {
    return memory.needsOwner();
  }

  @Override
  public void access(
      Access access,
      int transfer,
      MemorySegment local,
      long localOffset,
      long offset,
      long length) {
    farLooks.expect();
    memory.access(access, transfer, local, localOffset, offset, length);
  }

  @Override
  public void close() {
    memory.close();
  }
}
