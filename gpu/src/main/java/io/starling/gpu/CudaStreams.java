package io.starling.gpu;

import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * The streams of a device object: one for copies in, one for copies out, one for copies within the
 * device, and some for folds. None waits for the default stream.
 */
final class CudaStreams {

  static final int IN = 0;
  static final int OUT = 1;
  static final int WITHIN = 2;
  static final int FIRST_FOLD = 3;
  static final int FOLDS = 4;
  static final int COUNT = FIRST_FOLD + FOLDS;

  private final CudaContext context;
  private final List<CUstream> streams = new ArrayList<>();
  private final long[] handles = new long[COUNT];

  CudaStreams(CudaContext context) {
    this.context = context;
    context.use();
    try {
      for (int stream = 0; stream < COUNT; stream++) {
        handles[stream] = make();
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private long make() {
    CUstream stream = new CUstream();
    context.check(
        JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING),
        "creating a stream (cuStreamCreate)");
    streams.add(stream);
    return NativeHandle.of(stream);
  }

  long handle(int stream) {
    return handles[stream];
  }

  /** Waits for all posted work, then destroys the streams; failed work is ignored. */
  void close() {
    context.use();
    for (CUstream stream : streams) {
      int _ = JCudaDriver.cuStreamSynchronize(stream);
      int _ = JCudaDriver.cuStreamDestroy(stream);
    }
  }
}
