package io.starling.runtime.progress.device;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/** A fold on the processor whose data is partly on a device. The object is reused. */
final class HostFold {

  /** An operand or the result: host memory, or a copy in a slot. */
  static final class Part {
    MemorySegment segment;
    long offset;
    HostCopy copy;

    void set(MemorySegment itsSegment, long itsOffset, HostCopy itsCopy) {
      segment = itsSegment;
      offset = itsOffset;
      copy = itsCopy;
    }
  }

  final Part left = new Part();
  final Part right = new Part();
  final Part into = new Part();

  /** The destination of the result, and the offset in it. */
  Memory target;

  long targetOffset;
  Fold fold;

  /** The number of operands that have not arrived. */
  int missing;
}
