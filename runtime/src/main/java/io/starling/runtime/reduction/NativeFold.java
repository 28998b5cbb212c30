package io.starling.runtime.reduction;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * A fold whose loop sees native memory only, by address.
 *
 * <p>Why: a loop over whatever segments come along runs at full speed until the process has used
 * segments of several classes (native, over {@code byte[]}, over {@code float[]}, ...). From then
 * on the accessors inside the JDK, whose type profile all callers share, are no longer inlined: a
 * float sum fell from 141 to 4 GB/s. Slices of one constant native segment have a class that the
 * compiler knows without a profile. Heap segments therefore pass through native scratch, 8 KiB at a
 * time.
 *
 * <p>What a segment would have checked at every access is checked once, here, and the segments stay
 * reachable until the loop is over. A shared arena must not be closed while a fold runs.
 */
abstract class NativeFold implements Fold {

  private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private final long extent;

  NativeFold(long extent) {
    this.extent = extent;
  }

  /** The fold proper: three ranges of native memory of this many bytes. */
  abstract void fold(long left, long right, long into, long bytes);

  /** The bytes at an address as a segment whose class is known at compile time. */
  static MemorySegment at(long address, long bytes) {
    return EVERYTHING.asSlice(address, bytes);
  }

  @Override
  public final void fold(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long bytes) {
    check(left, leftOffset, bytes);
    check(right, rightOffset, bytes);
    check(into, intoOffset, bytes);
    if (into.isReadOnly()) {
      throw new IllegalArgumentException("Cannot fold into a read-only segment: " + into);
    }
    if (bytes % extent != 0) {
      throw new IllegalArgumentException(
          bytes + " bytes are not a whole number of elements of " + extent + " bytes");
    }
    if (left.isNative() && right.isNative() && into.isNative()) {
      try {
        fold(
            left.address() + leftOffset,
            right.address() + rightOffset,
            into.address() + intoOffset,
            bytes);
      } finally {
        Reference.reachabilityFence(left);
        Reference.reachabilityFence(right);
        Reference.reachabilityFence(into);
      }
    } else {
      foldThroughScratch(left, leftOffset, right, rightOffset, into, intoOffset, bytes);
    }
  }

  private void foldThroughScratch(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long bytes) {
    Scratch scratch = Scratch.ofThisThread();
    MemorySegment lanes = scratch.take();
    try {
      long first = lanes.address();
      for (long done = 0; done < bytes; done += Scratch.LANE_BYTES) {
        long length = Math.min(Scratch.LANE_BYTES, bytes - done);
        MemorySegment.copy(left, leftOffset + done, lanes, 0, length);
        MemorySegment.copy(right, rightOffset + done, lanes, Scratch.LANE_BYTES, length);
        fold(first, first + Scratch.LANE_BYTES, first, length);
        MemorySegment.copy(lanes, 0, into, intoOffset + done, length);
      }
    } finally {
      scratch.giveBack(lanes);
    }
  }

  private static void check(MemorySegment segment, long offset, long bytes) {
    Objects.checkFromIndexSize(offset, bytes, segment.byteSize());
    if (!segment.scope().isAlive()) {
      throw new IllegalStateException("Already closed: the arena of " + segment);
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("Confined to another thread: " + segment);
    }
  }
}
