package io.starling.gpu;

import static io.starling.gpu.ShownMemory.ADDRESS;
import static io.starling.gpu.ShownMemory.BASE;
import static io.starling.gpu.ShownMemory.HANDLE_BYTES;
import static io.starling.gpu.ShownMemory.NUMBER;
import static io.starling.gpu.ShownMemory.PROCESS;
import static io.starling.gpu.ShownMemory.SIZE;
import static io.starling.gpu.ShownMemory.THIS_PROCESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.log.Logs;
import io.starling.runtime.memory.Device;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import jcuda.driver.CUresult;

/**
 * Memory that other devices of the host have exported ({@link ShownMemory}). Memory of other
 * processes is mapped as whole allocations, because mapping is expensive. A mapping stays until the
 * device is closed, {@link #MOST} others have been mapped since, or the other process has exported
 * different memory at the same place. Ranks of one process with the same device need no mapping.
 *
 * <p>One thread at a time.
 */
final class PeerMemory {

  /** The most allocations that are mapped at a time. */
  static final int MOST = 64;

  /**
   * An allocation of another process.
   *
   * @param process the owner's process
   * @param number a number that is unique among all allocations of the process
   * @param base its address in the owner's process
   * @param memory its mapping in this process
   */
  private record Mapping(long process, long number, long base, MemorySegment memory) {

    boolean overlaps(long itsProcess, long itsBase, long size) {
      return process == itsProcess && base < itsBase + size && itsBase < base + memory.byteSize();
    }
  }

  private final CudaContext context;
  private final Predicate<MemorySegment> isInUse;
  private final MemorySegment cell = Arena.ofAuto().allocate(JAVA_LONG);

  /** Ordered by last use, the most recent at the end. */
  private final List<Mapping> mappings = new ArrayList<>();

  PeerMemory(CudaContext context, Predicate<MemorySegment> isInUse) {
    this.context = context;
    this.isInUse = isInUse;
  }

  /** Implements {@link Device#open}. */
  MemorySegment open(MemorySegment description, long length) {
    long address = description.get(JAVA_LONG_UNALIGNED, ADDRESS);
    long base = description.get(JAVA_LONG_UNALIGNED, BASE);
    long size = description.get(JAVA_LONG_UNALIGNED, SIZE);
    long offset = address - base;
    if (offset < 0 || length > size - offset || context.makeCurrent() != CudaLibrary.SUCCESS) {
      return null;
    }
    long process = description.get(JAVA_LONG_UNALIGNED, PROCESS);
    if (process == THIS_PROCESS) {
      boolean isHere =
          CudaLibrary.attribute(cell.address(), CudaLibrary.CONTEXT, address) == CudaLibrary.SUCCESS
              && found() == context.address();
      return isHere ? MemorySegment.ofAddress(address).reinterpret(length) : null;
    }
    long number = description.get(JAVA_LONG_UNALIGNED, NUMBER);
    MemorySegment memory = find(process, number, base, size);
    if (memory == null) {
      memory = map(process, description.asSlice(0, HANDLE_BYTES), size);
      if (memory == null) {
        return null;
      }
      mappings.addLast(new Mapping(process, number, base, memory));
    }
    return memory.asSlice(offset, length);
  }

  private long found() {
    return cell.get(JAVA_LONG, 0);
  }

  /** Finds a mapping; a mapping of other memory at the same place belongs to freed memory. */
  private MemorySegment find(long process, long number, long base, long size) {
    for (int i = mappings.size() - 1; i >= 0; i--) {
      Mapping mapping = mappings.get(i);
      if (mapping.overlaps(process, base, size)) {
        mappings.remove(i);
        if (mapping.number == number) {
          mappings.addLast(mapping);
          return mapping.memory;
        }
        unmap(mapping);
      }
    }
    return null;
  }

  private MemorySegment map(long process, MemorySegment handle, long size) {
    makeRoom();
    int attempt = CudaLibrary.openHandle(cell.address(), handle);
    int status =
        attempt == CUresult.CUDA_ERROR_ALREADY_MAPPED && unmapIdle(process)
            ? CudaLibrary.openHandle(cell.address(), handle)
            : attempt;
    if (status == CudaLibrary.SUCCESS) {
      return MemorySegment.ofAddress(found()).reinterpret(size);
    }
    Logs.named("io.starling.gpu")
        .log(
            Level.DEBUG,
            () ->
                "%s: the memory of a peer can't be opened (cuIpcOpenMemHandle), so its data goes through the host: %s"
                    .formatted(context.label(), CudaStatus.describe(status)));
    return null;
  }

  /** Unmaps the least recently used unused mapping. */
  private void makeRoom() {
    for (int i = 0; mappings.size() >= MOST && i < mappings.size(); i++) {
      if (!isInUse.test(mappings.get(i).memory)) {
        unmap(mappings.remove(i));
        return;
      }
    }
  }

  /**
   * Unmaps all unused mappings; returns false if there is none. CUDA allocates parts of larger
   * blocks, so a mapping of freed memory may block a mapping beside it, and CUDA does not report
   * which one.
   */
  private boolean unmapIdle(long process) {
    List<Mapping> idle =
        mappings.stream()
            .filter(mapping -> mapping.process == process && !isInUse.test(mapping.memory))
            .toList();
    idle.forEach(this::unmap);
    return mappings.removeAll(idle);
  }

  private void unmap(Mapping mapping) {
    int status = CudaLibrary.closeHandle(mapping.memory.address());
    Cleanup.check(context, status, "giving back a peer's memory (cuIpcCloseMemHandle)");
  }

  /** Unmaps everything; no work may be open. */
  void close() {
    int _ = context.makeCurrent();
    mappings.forEach(this::unmap);
    mappings.clear();
  }
}
