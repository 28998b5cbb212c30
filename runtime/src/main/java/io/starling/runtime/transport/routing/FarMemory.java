package io.starling.runtime.transport.routing;

import io.starling.runtime.progress.ForwardingMemory;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;

/** Memory that the far port reaches; each transfer makes it look there soon. */
final class FarMemory extends ForwardingMemory {

  private final FarLooks farLooks;

  FarMemory(RemoteMemory memory, FarLooks farLooks) {
    super(memory);
    this.farLooks = farLooks;
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
    super.access(access, transfer, local, localOffset, offset, length);
  }
}
