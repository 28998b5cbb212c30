package io.starling.bench;

import io.starling.bench.micro.Allocator;
import io.starling.collectives.Communicator;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.gpu.GpuUnavailableException;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The GPU of a rank, if it needs one and there is one for all.
 *
 * @param gpu empty where messages lie in the host's memory
 * @param isMissing whether some rank has none; then none has
 */
record RankGpu(Optional<Gpu> gpu, boolean isMissing) implements AutoCloseable {

  /** Opens this rank's; the first rank that can't says why. All ranks call it alike. */
  static RankGpu open(Communicator world, boolean isNeeded) {
    if (!isNeeded) {
      return new RankGpu(Optional.empty(), false);
    }
    Gpu own = null;
    String problem = "";
    try {
      own = Gpu.open();
    } catch (GpuUnavailableException e) {
      problem = e.getMessage();
    }
    int[] firstWithout = {own == null ? world.rank() : world.size()};
    world.allreduce(Buffer.IN_PLACE, Buffer.of(firstWithout), ReductionOperator.MIN);
    boolean isMissing = firstWithout[0] < world.size();
    if (isMissing) {
      if (firstWithout[0] == world.rank()) {
        System.err.printf("starling bench: --device gpu: rank %d: %s%n", world.rank(), problem);
      }
      if (own != null) {
        own.close();
      }
      world.barrier();
    }
    return new RankGpu(isMissing ? Optional.empty() : Optional.of(own), isMissing);
  }

  Optional<Allocator> memory() {
    return gpu.map(GpuMemory::new);
  }

  /** Those of all ranks; empty where messages lie in the host's memory. All ranks call it alike. */
  Optional<RankDevices> devices(Communicator world) {
    return gpu.map(own -> RankDevices.gather(world, own.name()));
  }

  @Override
  public void close() {
    gpu.ifPresent(Gpu::close);
  }

  /**
   * Messages lie in a GPU's memory.
   *
   * @param gpu this rank's
   */
  private record GpuMemory(Gpu gpu) implements Allocator {

    @Override
    public Buffer allocate(Communicator world, Arena arena, BasicDatatype type, long bytes) {
      DeviceBuffer memory = gpu.allocate(bytes);
      MemorySegment.ofAddress(1).reinterpret(arena, _ -> memory.close());
      return memory.as(type, bytes / type.extent());
    }
  }
}
