package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.time.Duration;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * A reduce of device memory, a kernel of the program's own that takes as long, and both at once.
 * The arguments are the bytes and the rounds; rank 0 prints the medians in microseconds, and what
 * its process used of a core, in percent, in the rounds of both.
 */
public final class GpuKernelProgram {

  /** Half of the blocks of a large device compute; none touches memory until its end. */
  private static final int BLOCKS = 64;

  private static final int THREADS = 256;
  private static final int CALIBRATION = 100_000;

  private static final String BUSY =
      """
      .version 6.3
      .target sm_60
      .address_size 64
      .visible .entry busy(.param .u64 into, .param .u32 steps)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<3>;
        .reg .f32 %f<3>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [into];
        ld.param.u32 %r1, [steps];
        cvta.to.global.u64 %rd2, %rd1;
        mov.f32 %f1, 0f3F800000;
        mov.f32 %f2, 0f3F7FFFFF;
      LOOP:
        mul.rn.f32 %f1, %f1, %f2;
        sub.u32 %r1, %r1, 1;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra LOOP;
        st.global.f32 [%rd2], %f1;
        ret;
      }
      """;

  private final Communicator world;
  private final DeviceBuffer data;
  private final DeviceBuffer result;
  private final DeviceBuffer sink;
  private final CUfunction busy = new CUfunction();
  private final CUstream stream = new CUstream();
  private int steps = CALIBRATION;

  private GpuKernelProgram(Communicator world, Gpu gpu, long bytes) {
    this.world = world;
    data = gpu.allocate(bytes);
    result = gpu.allocate(bytes);
    sink = gpu.allocate(Float.BYTES);
    CUmodule module = new CUmodule();
    check(JCudaDriver.cuModuleLoadData(module, BUSY));
    check(JCudaDriver.cuModuleGetFunction(busy, module, "busy"));
    check(JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
  }

  public static void main(String... arguments) {
    long bytes = Long.parseLong(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    try (Communicator world = Starling.world();
        Gpu gpu = Gpu.open()) {
      GpuKernelProgram program = new GpuKernelProgram(world, gpu, bytes);
      program.run(rounds);
      check(JCudaDriver.cuStreamDestroy(program.stream));
      program.data.close();
      program.result.close();
      program.sink.close();
    }
  }

  private void run(int rounds) {
    Runnable reduce =
        () -> world.iReduce(buffer(data), buffer(result), ReductionOperator.SUM, 0).await();
    Runnable kernel =
        () -> {
          launch();
          awaitKernel();
        };
    double alone = median(reduce, 2 * rounds);
    steps = agree(CALIBRATION * alone / median(kernel, rounds));
    double reduced = median(reduce, rounds);
    double computed = median(kernel, rounds);
    Duration before = processorTime();
    long start = System.nanoTime();
    double both = median(this::both, rounds);
    double used = 100.0 * processorTime().minus(before).toNanos() / (System.nanoTime() - start);
    if (world.rank() == 0) {
      System.out.printf("%.0f %.0f %.0f %.0f%n", reduced, computed, both, used);
    }
  }

  private void both() {
    launch();
    var request = world.iReduce(buffer(data), buffer(result), ReductionOperator.SUM, 0);
    request.await();
    awaitKernel();
  }

  private static Buffer buffer(DeviceBuffer memory) {
    return memory.as(Datatype.FLOAT32);
  }

  private int agree(double own) {
    int[] all = {(int) own};
    world.broadcast(Buffer.of(all), 0);
    return all[0];
  }

  private void launch() {
    Pointer parameters =
        Pointer.to(Pointer.to(new long[] {sink.address()}), Pointer.to(new int[] {steps}));
    check(
        JCudaDriver.cuLaunchKernel(busy, BLOCKS, 1, 1, THREADS, 1, 1, 0, stream, parameters, null));
  }

  private void awaitKernel() {
    check(JCudaDriver.cuStreamSynchronize(stream));
  }

  private double median(Runnable work, int rounds) {
    double[] times = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      world.barrier();
      long start = System.nanoTime();
      work.run();
      world.barrier();
      times[round] = (System.nanoTime() - start) * 1e-3;
    }
    Arrays.sort(times);
    return times[rounds / 2];
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static void check(int status) {
    if (status != CUresult.CUDA_SUCCESS) {
      throw new IllegalStateException(CUresult.stringFor(status));
    }
  }
}
