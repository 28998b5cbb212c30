package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * A broadcast and a reduce of device memory, each against what a program without Starling's GPU
 * module does: it copies to pinned host memory, calls the collective there, and copies back. The
 * arguments are the bytes and the rounds; rank 0 prints the medians in microseconds.
 */
public final class GpuStagingProgram {

  private final Communicator world;
  private final DeviceBuffer data;
  private final DeviceBuffer result;
  private final MemorySegment host;
  private final MemorySegment folded;

  private GpuStagingProgram(Communicator world, Gpu gpu, long bytes, Arena arena) {
    this.world = world;
    data = gpu.allocate(bytes);
    result = gpu.allocate(bytes);
    host = pinned(world, bytes, arena);
    folded = pinned(world, bytes, arena);
  }

  public static void main(String... arguments) {
    long bytes = Long.parseLong(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    try (Communicator world = Starling.world();
        Gpu gpu = Gpu.open();
        Arena arena = Arena.ofShared()) {
      new GpuStagingProgram(world, gpu, bytes, arena).run(rounds);
    }
  }

  private void run(int rounds) {
    data.fill((byte) world.rank());
    Buffer direct = data.as(Datatype.FLOAT32);
    Buffer directResult = result.as(Datatype.FLOAT32);
    Buffer staged = Buffer.of(host, Datatype.FLOAT32);
    Buffer stagedResult = Buffer.of(folded, Datatype.FLOAT32);
    measure(
        "broadcast",
        rounds,
        () -> world.broadcast(direct, 0),
        () -> {
          if (world.rank() == 0) {
            copyOut(data, host);
          }
          world.broadcast(staged, 0);
          if (world.rank() != 0) {
            copyIn(host, data);
          }
        });
    measure(
        "reduce",
        rounds,
        () -> world.reduce(direct, directResult, ReductionOperator.SUM, 0),
        () -> {
          copyOut(data, host);
          world.reduce(staged, stagedResult, ReductionOperator.SUM, 0);
          if (world.rank() == 0) {
            copyIn(folded, result);
          }
        });
    check(JCudaDriver.cuMemHostUnregister(pointer(host)));
    check(JCudaDriver.cuMemHostUnregister(pointer(folded)));
    data.close();
    result.close();
  }

  /** In turns, after as many that are not counted. */
  private void measure(String name, int rounds, Runnable direct, Runnable staged) {
    double[] directly = new double[rounds];
    double[] inStages = new double[rounds];
    for (int pass = 0; pass < 2; pass++) {
      for (int round = 0; round < rounds; round++) {
        directly[round] = time(direct);
        inStages[round] = time(staged);
      }
    }
    if (world.rank() == 0) {
      Arrays.sort(directly);
      Arrays.sort(inStages);
      System.out.printf("%s %.0f %.0f%n", name, directly[rounds / 2], inStages[rounds / 2]);
    }
  }

  /** Microseconds from a barrier until the last rank is through. */
  private double time(Runnable call) {
    world.barrier();
    long start = System.nanoTime();
    call.run();
    world.barrier();
    return (System.nanoTime() - start) * 1e-3;
  }

  private static MemorySegment pinned(Communicator world, long bytes, Arena arena) {
    MemorySegment memory = world.allocate(bytes, arena);
    check(JCudaDriver.cuMemHostRegister(pointer(memory), bytes, 0));
    return memory;
  }

  private static void copyOut(DeviceBuffer from, MemorySegment into) {
    check(JCudaDriver.cuMemcpyDtoH(pointer(into), address(from), into.byteSize()));
  }

  private static void copyIn(MemorySegment from, DeviceBuffer into) {
    check(JCudaDriver.cuMemcpyHtoD(address(into), pointer(from), from.byteSize()));
  }

  private static Pointer pointer(MemorySegment memory) {
    return Pointer.to(memory.asByteBuffer());
  }

  private static CUdeviceptr address(DeviceBuffer buffer) {
    return new CUdeviceptr().withByteOffset(buffer.address());
  }

  private static void check(int status) {
    if (status != CUresult.CUDA_SUCCESS) {
      throw new IllegalStateException(CUresult.stringFor(status));
    }
  }
}
