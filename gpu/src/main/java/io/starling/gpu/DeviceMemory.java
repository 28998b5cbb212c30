package io.starling.gpu;

import io.starling.runtime.memory.MessageMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * Memory of a device, freed by the thread that closes its arena. The segments hold device
 * addresses, which the processor must not access. Unlike other {@link MessageMemory} it is not
 * cleared, because that would wait for the device; {@link #allocateZeros} clears it.
 */
final class DeviceMemory implements MessageMemory {

  private final CudaContext context;

  DeviceMemory(CudaContext context) {
    this.context = context;
  }

  /**
   * Allocates memory with any content.
   *
   * @throws OutOfMemoryError if the device has not enough free memory; the message says how much is
   *     free
   */
  @Override
  public MemorySegment allocate(long bytes, Arena arena) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          context.label() + ": can't allocate " + bytes + " bytes, the size is negative");
    }
    context.hold();
    CUdeviceptr pointer = null;
    try {
      context.use();
      pointer = take(Math.max(1, bytes));
      CUdeviceptr taken = pointer;
      return MemorySegment.ofAddress(NativeHandle.of(taken))
          .reinterpret(bytes, arena, _ -> free(taken));
    } catch (RuntimeException | Error e) {
      giveUp(pointer);
      throw e;
    }
  }

  /**
   * Allocates zeros, and waits for them.
   *
   * @throws OutOfMemoryError if the device has not enough free memory; the message says how much is
   *     free
   */
  MemorySegment allocateZeros(long bytes, Arena arena) {
    MemorySegment memory = allocate(bytes, arena);
    if (bytes > 0) {
      clear(memory);
    }
    return memory;
  }

  /**
   * Memory that other code has allocated in the device's primary context.
   *
   * @throws IllegalArgumentException if it is not such memory; the message says what it is
   */
  MemorySegment ofOthers(long address, long bytes) {
    context.use();
    BorrowedMemory.check(context, address, bytes);
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  private CUdeviceptr take(long bytes) {
    CUdeviceptr pointer = new CUdeviceptr();
    int status = JCudaDriver.cuMemAlloc(pointer, bytes);
    if (status == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      CudaContext.Usage usage = context.usage();
      throw new OutOfMemoryError(
          "%s can't allocate %d bytes: %d of its %d bytes are free; close unused buffers, allocate less, or run fewer ranks per GPU"
              .formatted(context.label(), bytes, usage.free(), usage.total()));
    }
    context.check(status, "allocating " + bytes + " bytes (cuMemAlloc)");
    return pointer;
  }

  /** On a separate stream: the default stream would wait for work of other code. */
  private void clear(MemorySegment memory) {
    context.use();
    CUstream stream = new CUstream();
    context.check(
        JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING),
        "creating a stream (cuStreamCreate)");
    try {
      context.check(
          CudaLibrary.fill(memory.address(), (byte) 0, memory.byteSize(), NativeHandle.of(stream)),
          "clearing new memory (cuMemsetD8Async)");
      context.check(
          JCudaDriver.cuStreamSynchronize(stream), "clearing new memory (cuStreamSynchronize)");
    } finally {
      int _ = JCudaDriver.cuStreamDestroy(stream);
    }
  }

  private void giveUp(CUdeviceptr pointer) {
    if (pointer == null) {
      context.release();
    } else {
      free(pointer);
    }
  }

  private void free(CUdeviceptr pointer) {
    Cleanup.run(context, "freeing memory (cuMemFree)", () -> JCudaDriver.cuMemFree(pointer));
  }
}
