package io.starling.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.reduction.PredefinedFold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** The kernels on the first device, over memory of this process that is registered with it. */
final class DeviceKernels implements Kernels, AutoCloseable {

  private static final long PAGE = 4096;

  private final CUdevice device = new CUdevice();
  private final Map<PredefinedFold, CUfunction> functions = new HashMap<>();

  /** Makes the device's primary context that of this thread. */
  DeviceKernels() {
    check(JCudaDriver.cuInit(0));
    check(JCudaDriver.cuDeviceGet(device, 0));
    CUcontext context = new CUcontext();
    check(JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
    check(JCudaDriver.cuCtxSetCurrent(context));
  }

  @Override
  public MemorySegment allocate(long bytes, Arena arena) {
    long pages = Math.ceilDiv(bytes, PAGE) * PAGE;
    MemorySegment memory = arena.allocate(pages, PAGE);
    Pointer pointer = Pointer.to(memory.asByteBuffer());
    check(JCudaDriver.cuMemHostRegister(pointer, pages, JCudaDriver.CU_MEMHOSTREGISTER_DEVICEMAP));
    return memory.reinterpret(bytes, arena, _ -> check(JCudaDriver.cuMemHostUnregister(pointer)));
  }

  @Override
  public void run(
      PredefinedFold fold,
      int blocks,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long bytes) {
    CUfunction function = functions.computeIfAbsent(fold, DeviceKernels::load);
    Pointer parameters =
        Pointer.to(
            number(left.address()), number(right.address()), number(into.address()), number(bytes));
    check(
        JCudaDriver.cuLaunchKernel(
            function, blocks, 1, 1, FoldKernels.THREADS, 1, 1, 0, null, parameters, null));
    check(JCudaDriver.cuCtxSynchronize());
  }

  @Override
  public void close() {
    check(JCudaDriver.cuDevicePrimaryCtxRelease(device));
  }

  private static CUfunction load(PredefinedFold fold) {
    CUmodule module = new CUmodule();
    check(JCudaDriver.cuModuleLoadData(module, FoldKernels.ptx(fold)));
    CUfunction function = new CUfunction();
    check(JCudaDriver.cuModuleGetFunction(function, module, FoldKernels.name(fold)));
    return function;
  }

  private static Pointer number(long value) {
    return Pointer.to(new long[] {value});
  }

  private static void check(int result) {
    assertThat(CUresult.stringFor(result)).isEqualTo("CUDA_SUCCESS");
  }
}
