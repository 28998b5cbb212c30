package io.starling.runtime.progress;

import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/** A fold on the processor of data of which some is on a device. It is used again for others. */
final class HostFold {

  /** An operand, or the result: memory of the host itself, or a copy in a lane. */
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

  /** Where the result goes in the end, and from which offset on. */
  Memory target;

  long targetOffset;
  Fold fold;

  /** How many operands are not there yet. */
  int missing;
}
