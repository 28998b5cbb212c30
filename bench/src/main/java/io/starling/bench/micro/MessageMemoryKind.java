package io.starling.bench.micro;

import io.starling.bench.report.Labels;
import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.datatype.BasicDatatype;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Where the messages lie. */
public enum MessageMemoryKind implements Allocator {
  /** In memory that the transport gives out, all pages touched. */
  SHARED {
    @Override
    public Buffer allocate(Communicator world, Arena arena, BasicDatatype type, long bytes) {
      MemorySegment segment = world.allocate(Math.max(bytes, PAGE), arena).fill((byte) 0);
      return Buffer.of(segment, type, bytes / type.extent());
    }
  },
  /** Off the heap, aligned to pages, all pages touched. */
  NATIVE {
    @Override
    public Buffer allocate(Communicator world, Arena arena, BasicDatatype type, long bytes) {
      MemorySegment segment = arena.allocate(Math.max(bytes, PAGE), PAGE).fill((byte) 0);
      return Buffer.of(segment, type, bytes / type.extent());
    }
  },
  /** Java arrays of the datatype's own element type. */
  HEAP {
    @Override
    public Buffer allocate(Communicator world, Arena arena, BasicDatatype type, long bytes) {
      return switch (type) {
        case INT8, UINT8, INT32_INDEX, INT64_INDEX, FLOAT32_INDEX, FLOAT64_INDEX ->
            Buffer.of(new byte[elements(bytes, Byte.BYTES)]).as(type);
        case INT16, FLOAT16, BFLOAT16 ->
            Buffer.of(new short[elements(bytes, Short.BYTES)]).as(type);
        case INT32 -> Buffer.of(new int[elements(bytes, Integer.BYTES)]);
        case INT64 -> Buffer.of(new long[elements(bytes, Long.BYTES)]);
        case FLOAT32, COMPLEX64 -> Buffer.of(new float[elements(bytes, Float.BYTES)]).as(type);
        case FLOAT64, COMPLEX128 -> Buffer.of(new double[elements(bytes, Double.BYTES)]).as(type);
      };
    }
  };

  /** The most bytes of an array. */
  public static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private static final long PAGE = 4096;

  /** The name on the command line. */
  public String label() {
    return Labels.of(this);
  }

  private static int elements(long bytes, int extent) {
    return Math.toIntExact(bytes / extent);
  }
}
