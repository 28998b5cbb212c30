package io.starling.examples.paths;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * The kernel of {@code src/main/cuda/paths.cu}, on a stream of its own.
 *
 * <p>It runs in the context that is current in the calling thread. Starling's calls leave that of
 * their device current, and load JCuda's library.
 */
final class RelaxKernel implements AutoCloseable {

  /** The threads of a block; the kernel requires this number. */
  private static final int THREADS = 256;

  /** What a thread shortens: 4 neighbours in each of 4 rows. */
  private static final int COLUMNS = 4;

  private static final int ROWS = 4;

  /** The blocks that a grid may have in its second dimension. */
  private static final int MOST_BLOCKS = 65_535;

  private final CUmodule module = new CUmodule();
  private final CUfunction function = new CUfunction();
  private final CUstream stream = new CUstream();
  private final CUevent mark = new CUevent();

  /** The driver compiles the kernel for its device. */
  RelaxKernel() {
    check(JCudaDriver.cuModuleLoadData(module, ptx()), "cuModuleLoadData");
    check(JCudaDriver.cuModuleGetFunction(function, module, "relax"), "cuModuleGetFunction");
    check(
        JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING),
        "cuStreamCreate");
    check(JCudaDriver.cuEventCreate(mark, CUevent_flags.CU_EVENT_DISABLE_TIMING), "cuEventCreate");
  }

  /** The text, with the zero byte at the end that the driver expects. */
  private static byte[] ptx() {
    try (InputStream stream = RelaxKernel.class.getResourceAsStream("paths.ptx")) {
      byte[] text = stream.readAllBytes();
      return Arrays.copyOf(text, text.length + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts to shorten rows by way of node {@code k}, after what was started before.
   *
   * @param rows the address of the first row
   * @param count how many rows there are
   * @param pivot the address of row {@code k}
   * @param nodes the length of a row
   */
  void start(long rows, long count, long pivot, long nodes, long k) {
    Pointer parameters =
        Pointer.to(value(rows), value(pivot), value(count), value(nodes), value(k));
    int across = Math.toIntExact(Math.ceilDiv(nodes, (long) COLUMNS * THREADS));
    int down = (int) Math.min(MOST_BLOCKS, Math.ceilDiv(count, (long) ROWS));
    check(
        JCudaDriver.cuLaunchKernel(
            function, across, down, 1, THREADS, 1, 1, 0, stream, parameters, null),
        "cuLaunchKernel");
  }

  private static Pointer value(long value) {
    return Pointer.to(new long[] {value});
  }

  /** Marks what was started until now. */
  void mark() {
    check(JCudaDriver.cuEventRecord(mark, stream), "cuEventRecord");
  }

  /** Waits until all that was started before the mark has ended. */
  void awaitMark() {
    check(JCudaDriver.cuEventSynchronize(mark), "cuEventSynchronize");
  }

  /** Whether all that was started has ended. */
  boolean isDone() {
    int status = JCudaDriver.cuStreamQuery(stream);
    if (status == CUresult.CUDA_ERROR_NOT_READY) {
      return false;
    }
    check(status, "cuStreamQuery");
    return true;
  }

  /** Waits until all that was started has ended. */
  void await() {
    check(JCudaDriver.cuStreamSynchronize(stream), "cuStreamSynchronize");
  }

  @Override
  public void close() {
    check(JCudaDriver.cuEventDestroy(mark), "cuEventDestroy");
    check(JCudaDriver.cuStreamDestroy(stream), "cuStreamDestroy");
    check(JCudaDriver.cuModuleUnload(module), "cuModuleUnload");
  }

  private static void check(int status, String call) {
    if (status != CUresult.CUDA_SUCCESS) {
      throw new IllegalStateException(call + ": " + CUresult.stringFor(status));
    }
  }
}
