package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Checks whether a device can use memory that other CUDA code of the process has allocated. */
final class BorrowedMemory {

  /** {@code CU_MEMORYTYPE_DEVICE}. */
  private static final int ON_DEVICE = 2;

  private BorrowedMemory() {}

  /**
   * Checks the memory with the driver.
   *
   * @throws IllegalArgumentException if the context's device can't use all of it
   */
  static void check(CudaContext context, long address, long bytes) {
    if (bytes < 0) {
      throw refused(context, address, bytes, "the length is negative");
    }
    if (bytes == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment cells = arena.allocate(JAVA_LONG, 2);
      String fault = fault(context, address, cells);
      if (fault != null) {
        throw refused(context, address, bytes, fault);
      }
      checkRange(context, address, bytes, cells);
    }
  }

  /** The reason why the memory can't be used, or null. */
  private static String fault(CudaContext context, long address, MemorySegment cells) {
    if (!knows(CudaLibrary.MEMORY_TYPE, address, cells)) {
      return "CUDA has no allocation at that address in this process";
    }
    boolean isOnDevice = cells.get(JAVA_INT, 0) == ON_DEVICE;
    if (knows(CudaLibrary.IS_MANAGED, address, cells) && cells.get(JAVA_BYTE, 0) != 0) {
      return "it is managed memory, which moves between host and device; use cuMemAlloc or"
          + " cudaMalloc";
    }
    if (!isOnDevice) {
      return "it is host memory; pass it to the call directly";
    }
    if (knows(CudaLibrary.DEVICE_NUMBER, address, cells)
        && cells.get(JAVA_INT, 0) != context.device().index()) {
      return "it is on GPU " + cells.get(JAVA_INT, 0) + "; open that one, or copy";
    }
    if (knows(CudaLibrary.CONTEXT, address, cells)
        && cells.get(JAVA_LONG, 0) != 0
        && cells.get(JAVA_LONG, 0) != context.address()) {
      return "it was allocated in another CUDA context than the device's primary one; allocate it"
          + " in that (cuDevicePrimaryCtxRetain)";
    }
    return null;
  }

  /** Queries an attribute; memory of pools has no context. */
  private static boolean knows(int attribute, long address, MemorySegment cells) {
    cells.fill((byte) 0);
    return CudaLibrary.attribute(cells.address(), attribute, address) == CudaLibrary.SUCCESS;
  }

  private static void checkRange(
      CudaContext context, long address, long bytes, MemorySegment cells) {
    context.check(
        CudaLibrary.allocationOf(cells.address(), cells.address() + Long.BYTES, address),
        "asking for an allocation (cuMemGetAddressRange)");
    long left = cells.get(JAVA_LONG, 0) + cells.get(JAVA_LONG, Long.BYTES) - address;
    if (bytes > left) {
      throw refused(
          context, address, bytes, "its allocation has only " + left + " bytes from there on");
    }
  }

  private static IllegalArgumentException refused(
      CudaContext context, long address, long bytes, String why) {
    return new IllegalArgumentException(
        "%s can't use %d bytes at 0x%x: %s".formatted(context.label(), bytes, address, why));
  }
}
