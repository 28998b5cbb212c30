package io.starling.gpu;

import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import jcuda.Pointer;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * Memory of the host that the device reads and writes directly: a transport's memory, pinned until
 * just before its arena frees it. Each allocation has pages of its own, since a page can be pinned
 * but once. Where pinning is refused it is CUDA's own pinned memory, and where there is none left
 * it is the transport's memory as it is: slower, and the log says so once.
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

  /** Of an unscoped segment: one of the arena's would keep the arena reachable from its own end. */
  private static Pointer pointerTo(long address) {
    return Pointer.to(MemorySegment.ofAddress(address).reinterpret(PAGE).asByteBuffer());
  }

  /** An arena ends what it holds in the reverse order, so this ends before the memory goes. */
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
          "%s: %d bytes of the host's memory can't be pinned (cuMemHostRegister: %s; cuMemHostAlloc: %s); copies will be slower%s"
              .formatted(
                  context.label(),
                  bytes,
                  CudaStatus.describe(registering),
                  CudaStatus.describe(allocating),
                  advice));
    }
  }

  /** Whether it may be the operating system that refuses. */
  private static boolean isLimit(int status) {
    return status == CUresult.CUDA_ERROR_OUT_OF_MEMORY
        || status == CUresult.CUDA_ERROR_NOT_PERMITTED
        || status == CUresult.CUDA_ERROR_OPERATING_SYSTEM;
  }
}
