package io.starling.gpu;

import static io.starling.gpu.CudaStreams.IN;
import static io.starling.gpu.CudaStreams.OUT;
import static io.starling.gpu.CudaStreams.WITHIN;

/** Posts copies and fills. One thread at a time. */
final class Copies {

  private static final String COPY_IN = "a copy to the device (cuMemcpyHtoDAsync)";
  private static final String COPY_OUT = "a copy to the host (cuMemcpyDtoHAsync)";
  private static final String COPY_WITHIN = "a copy within the device (cuMemcpyDtoDAsync)";
  private static final String FILL = "a fill (cuMemsetD8Async)";

  private final PostedWork posted;
  private final OverlappingCopies overlapping;

  Copies(PostedWork posted, DeviceMemory memory) {
    this.posted = posted;
    overlapping = new OverlappingCopies(memory);
  }

  /** The names of the copies of each stream, for messages. */
  static String description(int stream) {
    return stream == IN ? COPY_IN : stream == OUT ? COPY_OUT : COPY_WITHIN;
  }

  /** Posts a copy on one of its streams; returns whether it is open, which an empty copy is not. */
  boolean start(int stream, int work, long from, long into, long length) {
    if (length == 0) {
      posted.endNow(work);
      return false;
    }
    int status = posted.begin(stream, work, from, from, into, length);
    if (status == CudaLibrary.SUCCESS) {
      long handle = posted.handle(stream);
      status =
          switch (stream) {
            case IN -> CudaLibrary.copyIn(into, from, length, handle);
            case OUT -> CudaLibrary.copyOut(into, from, length, handle);
            default ->
                OverlappingCopies.overlap(from, into, length)
                    ? overlapping.post(from, into, length, handle)
                    : CudaLibrary.copyWithin(into, from, length, handle);
          };
    }
    return posted.end(stream, work, description(stream), status, from, from, into, length);
  }

  /** Posts a fill without notification, on {@link CudaStreams#WITHIN}. */
  void fill(long address, byte value, long length) {
    int status = posted.begin(WITHIN, WorkQueue.NOBODY, address, address, address, length);
    if (status == CudaLibrary.SUCCESS) {
      status = CudaLibrary.fill(address, value, length, posted.handle(WITHIN));
    }
    posted.end(WITHIN, WorkQueue.NOBODY, FILL, status, address, address, address, length);
  }

  /** Frees what copies needed; all work has ended. */
  void close() {
    overlapping.close();
  }
}
