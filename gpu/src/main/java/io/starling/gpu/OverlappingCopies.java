package io.starling.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jcuda.driver.CUresult;

/**
 * Copies within the device between ranges that overlap, as if through another buffer: CUDA leaves
 * the result of its own copies undefined there. A copy is made in pieces, in the order in which no
 * piece overwrites what a later one reads. Pieces shorter than {@link #SCRATCH_BYTES} go through
 * memory of that size, which the first such copy allocates. One thread at a time.
 */
final class OverlappingCopies {

  static final long SCRATCH_BYTES = 1 << 20;

  private final DeviceMemory memory;
  private final Arena arena = Arena.ofShared();
  private MemorySegment scratch;

  OverlappingCopies(DeviceMemory memory) {
    this.memory = memory;
  }

  static boolean overlap(long from, long into, long length) {
    return Math.abs(from - into) < length;
  }

  /** Posts the pieces on a stream, always the same one; returns 0 or the first error. */
  int post(long from, long into, long length, long stream) {
    long distance = Math.abs(from - into);
    if (distance == 0) {
      return CudaLibrary.SUCCESS;
    }
    boolean isDirect = distance >= SCRATCH_BYTES;
    if (!isDirect && !hasScratch()) {
      return CUresult.CUDA_ERROR_OUT_OF_MEMORY;
    }
    long piece = isDirect ? distance : SCRATCH_BYTES;
    long pieces = Math.ceilDiv(length, piece);
    int status = CudaLibrary.SUCCESS;
    for (long i = 0; i < pieces && status == CudaLibrary.SUCCESS; i++) {
      long at = (into < from ? i : pieces - 1 - i) * piece;
      long bytes = Math.min(piece, length - at);
      status =
          isDirect
              ? CudaLibrary.copyWithin(into + at, from + at, bytes, stream)
              : postThroughScratch(from + at, into + at, bytes, stream);
    }
    if (status != CudaLibrary.SUCCESS) {
      // Pieces that were posted must not run on when the copy is reported as failed.
      int _ = CudaLibrary.synchronize(stream);
    }
    return status;
  }

  private int postThroughScratch(long from, long into, long bytes, long stream) {
    int status = CudaLibrary.copyWithin(scratch.address(), from, bytes, stream);
    return status == CudaLibrary.SUCCESS
        ? CudaLibrary.copyWithin(into, scratch.address(), bytes, stream)
        : status;
  }

  private boolean hasScratch() {
    if (scratch == null) {
      try {
        scratch = memory.allocate(SCRATCH_BYTES, arena);
      } catch (OutOfMemoryError e) {
        return false;
      }
    }
    return true;
  }

  /** Frees the memory; all copies have ended. */
  void close() {
    arena.close();
  }
}
