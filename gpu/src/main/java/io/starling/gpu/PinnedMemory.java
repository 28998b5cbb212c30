package io.starling.gpu;

import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import jcuda.Pointer;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * Host memory that the device reads and writes directly: a transport's memory, pinned until just
 * before its arena frees it. Each allocation has separate pages, because a page can be pinned only
 * once. If pinning is refused, CUDA's pinned memory is used; if that fails too, the transport's
 * memory is used unpinned, which is slower and logged once.
 */
final class PinnedMemory implements MessageMemory {

  private static final long PAGE = 4096;

  private final CudaContext context;
  private final MessageMemory under;
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  PinnedMemory(CudaContext context, MessageMemory under) {
    this.context = context;
    this.under = under;
  }

  @Override
  public MemorySegment allocate(long bytes, Arena arena) {
    long whole = (Math.max(1, bytes) + PAGE - 1) / PAGE * PAGE;
    MemorySegment memory = under.allocate(whole + PAGE, arena);
    MemorySegment pages = memory.asSlice(-memory.address() & PAGE - 1, whole);
    context.hold();
    boolean isHeld = true;
    try {
      context.use();
      Pointer pointer = pointerTo(pages.address());
      int status =
          JCudaDriver.cuMemHostRegister(pointer, whole, JCudaDriver.CU_MEMHOSTREGISTER_PORTABLE);
      if (status == CUresult.CUDA_SUCCESS) {
        isHeld = false;
        return reinterpret(pages, bytes, arena, () -> unpin(pointer));
      }
      Pointer own = new Pointer();
      int second = JCudaDriver.cuMemHostAlloc(own, whole, JCudaDriver.CU_MEMHOSTALLOC_PORTABLE);
      if (second == CUresult.CUDA_SUCCESS) {
        isHeld = false;
        MemorySegment segment = MemorySegment.ofAddress(NativeHandle.of(own));
        return reinterpret(segment, bytes, arena, () -> free(own)).fill((byte) 0);
      }
      warnOnce(whole, status, second);
      return pages.asSlice(0, bytes);
    } finally {
      if (isHeld) {
        context.release();
      }
    }
  }

  /**
   * For an unscoped segment: a segment of the arena would keep the arena reachable from its own
   * cleanup action.
   */
  private static Pointer pointerTo(long address) {
    return Pointer.to(MemorySegment.ofAddress(address).reinterpret(PAGE).asByteBuffer());
  }

  /**
   * An arena runs its cleanup actions in reverse order, so the memory is unpinned before it is
   * freed.
   */
  private static MemorySegment reinterpret(
      MemorySegment segment, long bytes, Arena arena, Runnable end) {
    try {
      return segment.reinterpret(bytes, arena, _ -> end.run());
    } catch (RuntimeException e) {
      end.run();
      throw e;
    }
  }

  private void unpin(Pointer pointer) {
    Cleanup.run(
        context,
        "unpinning memory of the host (cuMemHostUnregister)",
        () -> JCudaDriver.cuMemHostUnregister(pointer));
  }

  private void free(Pointer pointer) {
    Cleanup.run(
        context,
        "freeing pinned memory of the host (cuMemFreeHost)",
        () -> JCudaDriver.cuMemFreeHost(pointer));
  }

  private void warnOnce(long bytes, int registering, int allocating) {
    boolean hasFailed =
        CudaStatus.isFailureOfDevice(registering) || CudaStatus.isFailureOfDevice(allocating);
    if (!hasFailed && !hasWarned.getAndSet(true)) {
      String advice =
          isLimit(registering) || isLimit(allocating)
              ? ". Raise the limit of locked memory (ulimit -l)"
              : "";
      Cleanup.warn(
          "%s: %d bytes of host memory can't be pinned (cuMemHostRegister: %s; cuMemHostAlloc: %s); copies will be slower%s"
              .formatted(
                  context.label(),
                  bytes,
                  CudaStatus.describe(registering),
                  CudaStatus.describe(allocating),
                  advice));
    }
  }

  /** Whether the operating system may have refused. */
  private static boolean isLimit(int status) {
    return status == CUresult.CUDA_ERROR_OUT_OF_MEMORY
        || status == CUresult.CUDA_ERROR_NOT_PERMITTED
        || status == CUresult.CUDA_ERROR_OPERATING_SYSTEM;
  }
}
