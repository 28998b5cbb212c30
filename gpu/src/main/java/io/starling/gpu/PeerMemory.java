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

import io.starling.runtime.memory.Device;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import jcuda.driver.CUresult;

/**
 * Memory that other devices of the host have shown ({@link ShownMemory}). Other processes' memory
 * is mapped as whole allocations, since to map is dear. They stay mapped until the device is
 * closed, {@link #MOST} others were mapped since, or the other process has shown different memory
 * at the same place. Ranks of one process that have the same device need no mapping.
 *
 * <p>One thread at a time.
 */
final class PeerMemory {

  /** So many allocations are mapped at a time. */
  static final int MOST = 64;

  /**
   * An allocation of another process.
   *
   * @param process whose it is
   * @param number tells it from all that the process has allocated before and after
   * @param base where the process has it
   * @param memory where it is mapped
   */
  private record Mapping(long process, long number, long base, MemorySegment memory) {

    boolean overlaps(long itsProcess, long itsBase, long size) {
      return process == itsProcess && base < itsBase + size && itsBase < base + memory.byteSize();
    }
  }

  private final CudaContext context;
  private final Predicate<MemorySegment> isInUse;
  private final MemorySegment cell = Arena.ofAuto().allocate(JAVA_LONG);

  /** The one that was needed last at the end. */
  private final List<Mapping> mappings = new ArrayList<>();

  PeerMemory(CudaContext context, Predicate<MemorySegment> isInUse) {
    this.context = context;
    this.isInUse = isInUse;
  }

  /** Does what {@link Device#open} says. */
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

  /** Finds a mapping; one of other memory at the same place is of what its owner has freed. */
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
    System.getLogger("io.starling.gpu")
        .log(
            Level.DEBUG,
            () ->
                "%s: memory of a peer goes through the host, as it can't be opened (cuIpcOpenMemHandle): %s"
                    .formatted(context.label(), CudaStatus.describe(status)));
    return null;
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

  /**
   * CUDA hands out memory in parts of larger blocks, so a mapping that its owner has freed can be
   * in the way of one beside it. Which one is not told: all go that nothing uses; false if there is
   * none.
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

  /** Gives all back; no work is open. */
  void close() {
    int _ = context.makeCurrent();
    mappings.forEach(this::unmap);
    mappings.clear();
  }
}
