package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.memory.Device;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Memory that devices of one host show each other (CUDA driver API, section 6.13 on memory, "IPC").
 * Other processes' memory is mapped as whole allocations, which stay mapped until the device is
 * closed or {@link #MOST} others were mapped since; CUDA keeps memory that its owner frees for as
 * long. Ranks of one process that have the same device need no mapping.
 *
 * <p>One thread at a time.
 */
final class PeerMemory {

  /** So many allocations are mapped at a time. */
  static final int MOST = 64;

  private static final int HANDLE_BYTES = CudaLibrary.HANDLE_BYTES;
  private static final int PROCESS = HANDLE_BYTES;
  private static final int ALLOCATION = PROCESS + Long.BYTES;
  private static final int BASE = ALLOCATION + Long.BYTES;
  private static final int SIZE = BASE + Long.BYTES;
  private static final int ADDRESS = SIZE + Long.BYTES;

  /** What this process is known by; process ids may repeat in containers. */
  private static final long THIS_PROCESS = new SecureRandom().nextLong();

  /**
   * An allocation of another process.
   *
   * @param handle CUDA's
   * @param allocation tells allocations of that process apart, also where their handles do not
   * @param memory where it is mapped
   */
  private record Mapping(MemorySegment handle, long allocation, MemorySegment memory) {}

  private final CudaContext context;
  private final Predicate<MemorySegment> isInUse;
  private final MemorySegment cells = Arena.ofAuto().allocate(2 * JAVA_LONG.byteSize(), 8);

  /** The one that was needed last at the end. */
  private final List<Mapping> mappings = new ArrayList<>();

  PeerMemory(CudaContext context, Predicate<MemorySegment> isInUse) {
    this.context = context;
    this.isInUse = isInUse;
  }

  /** Does what {@link Device#export} says; nothing is posted, and nothing waits. */
  boolean export(long address, MemorySegment description) {
    if (context.makeCurrent() != CudaLibrary.SUCCESS
        || CudaLibrary.allocationOf(cells.address(), cells.address() + Long.BYTES, address)
            != CudaLibrary.SUCCESS) {
      return false;
    }
    long base = first();
    long size = cells.get(JAVA_LONG, Long.BYTES);
    if (CudaLibrary.exportHandle(description.address(), base) != CudaLibrary.SUCCESS
        || !attribute(CudaLibrary.ALLOCATION_NUMBER, address)) {
      return false;
    }
    description.set(JAVA_LONG_UNALIGNED, PROCESS, THIS_PROCESS);
    description.set(JAVA_LONG_UNALIGNED, ALLOCATION, first());
    description.set(JAVA_LONG_UNALIGNED, BASE, base);
    description.set(JAVA_LONG_UNALIGNED, SIZE, size);
    description.set(JAVA_LONG_UNALIGNED, ADDRESS, address);
    return true;
  }

  /** Does what {@link Device#open} says. */
  MemorySegment open(MemorySegment description, long length) {
    long address = description.get(JAVA_LONG_UNALIGNED, ADDRESS);
    long offset = address - description.get(JAVA_LONG_UNALIGNED, BASE);
    long size = description.get(JAVA_LONG_UNALIGNED, SIZE);
    if (offset < 0 || length > size - offset || context.makeCurrent() != CudaLibrary.SUCCESS) {
      return null;
    }
    if (description.get(JAVA_LONG_UNALIGNED, PROCESS) == THIS_PROCESS) {
      boolean isHere = attribute(CudaLibrary.CONTEXT, address) && first() == context.address();
      return isHere ? MemorySegment.ofAddress(address).reinterpret(length) : null;
    }
    MemorySegment handle = description.asSlice(0, HANDLE_BYTES);
    long allocation = description.get(JAVA_LONG_UNALIGNED, ALLOCATION);
    Mapping known = find(handle, allocation);
    Mapping mapping = known != null ? known : map(handle, allocation, size);
    return mapping == null ? null : mapping.memory.asSlice(offset, length);
  }

  private long first() {
    return cells.get(JAVA_LONG, 0);
  }

  private boolean attribute(int attribute, long address) {
    return CudaLibrary.attribute(cells.address(), attribute, address) == CudaLibrary.SUCCESS;
  }

  private Mapping find(MemorySegment handle, long allocation) {
    for (int i = mappings.size() - 1; i >= 0; i--) {
      Mapping mapping = mappings.get(i);
      if (mapping.handle.mismatch(handle) < 0) {
        mappings.remove(i);
        if (mapping.allocation == allocation) {
          mappings.addLast(mapping);
          return mapping;
        }
        // Its owner has freed it, and got the handle again for other memory.
        unmap(mapping);
      }
    }
    return null;
  }

  private Mapping map(MemorySegment handle, long allocation, long size) {
    makeRoom();
    int status = CudaLibrary.openHandle(cells.address(), handle);
    if (status != CudaLibrary.SUCCESS) {
      System.getLogger("io.starling.gpu")
          .log(
              Level.DEBUG,
              () ->
                  "%s: memory of a peer goes through the host, as opening it failed (cuIpcOpenMemHandle): %s"
                      .formatted(context.label(), CudaStatus.describe(status)));
      return null;
    }
    MemorySegment copy = MemorySegment.ofArray(handle.toArray(JAVA_LONG_UNALIGNED));
    Mapping mapping =
        new Mapping(copy, allocation, MemorySegment.ofAddress(first()).reinterpret(size));
    mappings.addLast(mapping);
    return mapping;
  }

  /** Lets the one go that was needed longest ago, of those that nothing uses. */
  private void makeRoom() {
    for (int i = 0; mappings.size() >= MOST && i < mappings.size(); i++) {
      if (!isInUse.test(mappings.get(i).memory)) {
        unmap(mappings.remove(i));
        return;
      }
    }
  }

  private void unmap(Mapping mapping) {
    int status = CudaLibrary.closeHandle(mapping.memory.address());
    if (status != CudaLibrary.SUCCESS) {
      Cleanup.warn(
          "%s: giving back %d bytes of a peer's memory (cuIpcCloseMemHandle) failed: %s"
              .formatted(context.label(), mapping.memory.byteSize(), CudaStatus.describe(status)));
    }
  }

  /** Gives all back; no work is open. */
  void close() {
    int _ = context.makeCurrent();
    mappings.forEach(this::unmap);
    mappings.clear();
  }
}
