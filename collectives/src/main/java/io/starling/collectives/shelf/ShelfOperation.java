package io.starling.collectives.shelf;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.progress.RemoteMemory.Access;
import java.lang.foreign.MemorySegment;

/**
 * A collective on shelves, which the first one of a communicator makes: how it begins, and how it
 * copies segments between a rank's memory and a shelf.
 *
 * @param <S> the shelves
 */
abstract class ShelfOperation<S extends CommonMemory> extends CollectiveOperation {

  private final S shelves;
  private final ShelfSetUp setUp;
  private final long bytes;
  private final long segmentBytes;
  private final int segments;
  private MemorySegment scratch;

  ShelfOperation(Context context, S shelves, long bytes, long segmentBytes) {
    super(context);
    this.shelves = shelves;
    this.bytes = bytes;
    this.segmentBytes = segmentBytes;
    setUp = new ShelfSetUp(context, shelves);
    segments = Math.toIntExact((bytes + segmentBytes - 1) / segmentBytes);
  }

  final S shelves() {
    return shelves;
  }

  final long bytes() {
    return bytes;
  }

  final long segmentBytes() {
    return segmentBytes;
  }

  final int segments() {
    return segments;
  }

  /** Whether there is no message, or no other rank. */
  final boolean isNothing() {
    return segments == 0 || context().size() == 1;
  }

  /** Looks at the shelves from now on. */
  final void beginToLook() {
    lookAtMemory();
    if (shelves.begin()) {
      setUp.useTag(tag(), number());
      setUp.begin();
      setUp.whenDone(this::wasSetUp);
    } else {
      look();
    }
  }

  private void wasSetUp() {
    if (setUp.failure() != null) {
      fail(setUp.failure());
    }
    // The next turn looks. What that throws is a failure of this operation, and not of the set-up.
    moved();
  }

  /** Whether this operation has done its part of the set-up. */
  final boolean isSetUp() {
    return setUp.isDone();
  }

  @Override
  protected Operation delegate() {
    return setUp;
  }

  private long offset(int segment) {
    return segment * segmentBytes;
  }

  final long length(int segment) {
    return Math.min(segmentBytes, bytes - offset(segment));
  }

  private static boolean needsScratch(Memory memory) {
    return !memory.isContiguous() || memory.isOnDevice();
  }

  /** Copies a segment between this rank's memory and a place of a shelf. */
  final void copy(
      int child,
      Access access,
      int segment,
      Memory memory,
      RemoteMemory shelf,
      int owner,
      long place) {
    Memory local = memory;
    long offset = offset(segment);
    if (needsScratch(memory)) {
      if (scratch == null) {
        scratch = engine().pool().acquire(segmentBytes);
      }
      if (access == Access.PUT) {
        memory.read(offset, scratch, 0, length(segment));
      }
      local = Memory.of(scratch);
      offset = 0;
    }
    access(child, segment, access, shelf, owner, local, offset, place, length(segment));
  }

  /** A segment has been copied from a shelf. */
  final void copied(int segment, Memory memory) {
    if (needsScratch(memory)) {
      memory.write(offset(segment), scratch, 0, length(segment));
    }
  }

  @Override
  protected void onEnd(boolean failed) {
    if (scratch != null && !failed) {
      engine().pool().release(scratch);
      scratch = null;
    }
  }
}
