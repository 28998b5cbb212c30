package io.starling.runtime.reduction;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.util.Objects;

/**
 * Calls a {@link NativeFold} on segments: a template for {@link HiddenCopy}, with the loop as data.
 * With one class for all loops, the third operator in use would invalidate the compiled code of the
 * first two.
 *
 * <p>It does the checks of a segment access once per fold, and keeps the segments reachable until
 * the loop ends. A shared arena must not be closed during a fold. Heap segments pass through native
 * scratch memory, 8 KiB at a time; native ones do not.
 */
final class CheckedFold implements Fold {

  private static final NativeFold LOOP = HiddenCopy.data(MethodHandles.lookup(), NativeFold.class);
  private static final long EXTENT = LOOP.extent();

  @Override
  public void fold(
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
    if (bytes % EXTENT != 0) {
      throw new IllegalArgumentException(
          bytes + " bytes are not a whole number of elements of " + EXTENT + " bytes");
    }
    if (left.isNative() && right.isNative() && into.isNative()) {
      try {
        LOOP.fold(
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
    MemorySegment slots = scratch.take();
    try {
      long first = slots.address();
      for (long done = 0; done < bytes; done += Scratch.SLOT_BYTES) {
        long length = Math.min(Scratch.SLOT_BYTES, bytes - done);
        long one = place(left, leftOffset + done, slots, 0, length);
        long other = place(right, rightOffset + done, slots, Scratch.SLOT_BYTES, length);
        if (into.isNative()) {
          LOOP.fold(one, other, into.address() + intoOffset + done, length);
        } else {
          LOOP.fold(one, other, first, length);
          MemorySegment.copy(slots, JAVA_BYTE, 0, into, JAVA_BYTE, intoOffset + done, length);
        }
      }
    } finally {
      scratch.giveBack(slots);
      Reference.reachabilityFence(left);
      Reference.reachabilityFence(right);
      Reference.reachabilityFence(into);
    }
  }

  /** The address of an operand: of its copy if it is on the heap. */
  private static long place(
      MemorySegment operand, long offset, MemorySegment slots, long slot, long bytes) {
    if (operand.isNative()) {
      return operand.address() + offset;
    }
    MemorySegment.copy(operand, JAVA_BYTE, offset, slots, JAVA_BYTE, slot, bytes);
    return slots.address() + slot;
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
