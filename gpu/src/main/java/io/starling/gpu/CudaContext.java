package io.starling.gpu;

import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * A device's primary context, which all CUDA code of a process shares. It lives as long as anything
 * in it: the device object holds it, and so does each allocation, because the garbage collector may
 * free memory long after the device object was closed. May be used by any thread.
 */
final class CudaContext {

  private final GpuDevice device;
  private final CUdevice handle;
  private final long address;
  private int holders = 1;

  private CudaContext(GpuDevice device, CUdevice handle, CUcontext context) {
    this.device = device;
    this.handle = handle;
    address = NativeHandle.of(context);
  }

  /**
   * Retains the device's primary context; {@link #release} ends that.
   *
   * @throws GpuUnavailableException if another process has exclusive use of the device, or the
   *     driver refuses for another reason
   */
  static CudaContext open(GpuDevice device) {
    CUdevice handle = new CUdevice();
    CUcontext context = new CUcontext();
    int status = JCudaDriver.cuDeviceGet(handle, device.index());
    if (status == CUresult.CUDA_SUCCESS) {
      status = JCudaDriver.cuDevicePrimaryCtxRetain(context, handle);
    }
    if (status != CUresult.CUDA_SUCCESS) {
      throw new GpuUnavailableException(refusal(device, status));
    }
    CudaContext opened = new CudaContext(device, handle, context);
    try {
      opened.use();
    } catch (RuntimeException e) {
      opened.release();
      throw e;
    }
    return opened;
  }

  static String refusal(GpuDevice device, int status) {
    boolean isTaken =
        status == CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE
            || status == CUresult.CUDA_ERROR_INVALID_DEVICE;
    return device.label()
        + " cannot be used: "
        + (isTaken
            ? "its compute mode is EXCLUSIVE_PROCESS and another process uses it; give each rank a"
                + " separate GPU, or let processes share it with 'nvidia-smi -i "
                + device.pciBusId()
                + " -c DEFAULT' or NVIDIA's Multi-Process Service ("
            : "the driver refuses a context (")
        + CudaStatus.describe(status)
        + ")";
  }

  /** The name of the device, for messages. */
  String label() {
    return device.label();
  }

  /** Its handle. */
  long address() {
    return address;
  }

  GpuDevice device() {
    return device;
  }

  /** Makes this context current on the calling thread; returns a status. */
  int makeCurrent() {
    return CudaLibrary.setCurrent(address);
  }

  /** Makes this context current on the calling thread. */
  void use() {
    check(makeCurrent(), "making its context current (cuCtxSetCurrent)");
  }

  /** Throws if a status is an error. */
  void check(int status, String operation) {
    CudaStatus.check(status, label(), operation);
  }

  /** Free and total memory in bytes, over all processes. */
  Usage usage() {
    use();
    long[] free = new long[1];
    long[] total = new long[1];
    check(JCudaDriver.cuMemGetInfo(free, total), "asking for its memory (cuMemGetInfo)");
    return new Usage(free[0], total[0]);
  }

  /** The least number of thread blocks that run at the same time: its multiprocessors. */
  int multiprocessors() {
    int[] count = new int[1];
    check(
        JCudaDriver.cuDeviceGetAttribute(
            count, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, handle),
        "asking for its multiprocessors (cuDeviceGetAttribute)");
    return count[0];
  }

  /** Adds a holder of the context. */
  synchronized void hold() {
    if (holders == 0) {
      throw new IllegalStateException(label() + " is closed");
    }
    holders++;
  }

  /** Removes a holder of the context; the last one releases it. */
  synchronized void release() {
    holders--;
    if (holders == 0) {
      check(
          JCudaDriver.cuDevicePrimaryCtxRelease(handle),
          "giving back its context (cuDevicePrimaryCtxRelease)");
    }
  }

  /**
   * The usage of a device's memory.
   *
   * @param free bytes
   * @param total bytes
   */
  record Usage(long free, long total) {}
}
