package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.Device;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory of a device that is exported to peers (CUDA IPC), as allocations and offsets in them.
 *
 * <pre>
 *   bytes 0         64       72      80    88    96       104
 *         | handle  | process | number | base | size | address |
 * </pre>
 *
 * The description of an allocation is cached while it is among the {@link #MOST} most recently
 * exported ones. It is identified by CUDA's number, which is never reused, and not by its address,
 * where another allocation may be now. That also holds for memory that other CUDA code of the
 * process has allocated.
 *
 * <p>One thread at a time.
 */
final class ShownMemory {

  static final int HANDLE_BYTES = CudaLibrary.HANDLE_BYTES;
  static final int PROCESS = HANDLE_BYTES;
  static final int NUMBER = PROCESS + Long.BYTES;
  static final int BASE = NUMBER + Long.BYTES;
  static final int SIZE = BASE + Long.BYTES;
  static final int ADDRESS = SIZE + Long.BYTES;

  /** Identifies this process; process ids may repeat in containers. */
  static final long THIS_PROCESS = new SecureRandom().nextLong();

  /** The most allocations that are cached. */
  static final int MOST = 64;

  /**
   * An allocation.
   *
   * @param number a number that is unique among all allocations of the process
   * @param description the part that is equal for all offsets in it
   */
  private record Shown(long number, MemorySegment description) {}

  private final CudaContext context;
  private final MemorySegment cells = Arena.ofAuto().allocate(JAVA_LONG, 2);

  /** Ordered by last use, the most recent at the end. */
  private final List<Shown> allocations = new ArrayList<>();

  ShownMemory(CudaContext context) {
    this.context = context;
  }

  /** Implements {@link Device#export}; it posts nothing and does not wait. */
  boolean export(long address, MemorySegment description) {
    if (context.makeCurrent() != CudaLibrary.SUCCESS
        || CudaLibrary.attribute(cells.address(), CudaLibrary.ALLOCATION_NUMBER, address)
            != CudaLibrary.SUCCESS) {
      return false;
    }
    Shown allocation = allocation(cells.get(JAVA_LONG, 0), address);
    if (allocation == null) {
      return false;
    }
    Bytes.copy(allocation.description, 0, description, 0, ADDRESS);
    description.set(JAVA_LONG_UNALIGNED, ADDRESS, address);
    return true;
  }

  private Shown allocation(long number, long address) {
    Shown allocation = find(number);
    if (allocation == null) {
      allocation = describe(number, address);
      if (allocation == null) {
        return null;
      }
      if (allocations.size() == MOST) {
        allocations.removeFirst();
      }
    }
    allocations.addLast(allocation);
    return allocation;
  }

  /** Removes it from the list. */
  private Shown find(long number) {
    for (int i = allocations.size() - 1; i >= 0; i--) {
      if (allocations.get(i).number == number) {
        return allocations.remove(i);
      }
    }
    return null;
  }

  private Shown describe(long number, long address) {
    MemorySegment description = Arena.ofAuto().allocate(ADDRESS, Long.BYTES);
    int status = CudaLibrary.allocationOf(cells.address(), cells.address() + Long.BYTES, address);
    if (status == CudaLibrary.SUCCESS) {
      status = CudaLibrary.exportHandle(description.address(), cells.get(JAVA_LONG, 0));
    }
    if (status != CudaLibrary.SUCCESS) {
      return null;
    }
    description.set(JAVA_LONG, PROCESS, THIS_PROCESS);
    description.set(JAVA_LONG, NUMBER, number);
    description.set(JAVA_LONG, BASE, cells.get(JAVA_LONG, 0));
    description.set(JAVA_LONG, SIZE, cells.get(JAVA_LONG, Long.BYTES));
    return new Shown(number, description);
  }
}
