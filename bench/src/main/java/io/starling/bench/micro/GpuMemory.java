package io.starling.bench.micro;

import io.starling.collectives.Communicator;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.runtime.Buffer;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Messages lie in a GPU's memory.
 *
 * @param gpu this rank's
 */
public record GpuMemory(Gpu gpu) implements Allocator {

  @Override
  public Buffer allocate(Communicator world, Arena arena, BasicDatatype type, long bytes) {
    DeviceBuffer memory = gpu.allocate(bytes);
    MemorySegment.ofAddress(1).reinterpret(arena, _ -> memory.close());
    return memory.as(type, bytes / type.extent());
  }
}
