package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.memory.Device;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory of a device that peers are shown (CUDA's IPC), as allocations and places in them.
 *
 * <pre>
 *   bytes 0         64       72      80    88    96       104
 *         | handle  | process | number | base | size | address |
 * </pre>
 *
 * What a description says of an allocation is asked for once, as long as it is among the {@link
 * #MOST} that were shown last. It is known again by the number that CUDA gives each allocation and
 * no other one after it, not by its place: there may be another one by now. That also holds for
 * memory that other CUDA code of the process has allocated.
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

  /** What this process is known by; process ids may repeat in containers. */
  static final long THIS_PROCESS = new SecureRandom().nextLong();

  /** So many allocations are remembered at a time. */
  static final int MOST = 64;

  /**
   * An allocation.
   *
   * @param number tells it from all that the process has allocated before and after
   * @param description the part that is the same for all places in it
   */
  private record Shown(long number, MemorySegment description) {}

  private final CudaContext context;
  private final MemorySegment cells = Arena.ofAuto().allocate(JAVA_LONG, 2);

  /** The one that was shown last at the end. */
  private final List<Shown> allocations = new ArrayList<>();

  ShownMemory(CudaContext context) {
    this.context = context;
  }

  /** Does what {@link Device#export} says; nothing is posted, and nothing waits. */
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
    MemorySegment.copy(allocation.description, 0, description, 0, ADDRESS);
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

  /** Takes it out of the list. */
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
