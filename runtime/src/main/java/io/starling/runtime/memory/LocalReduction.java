package io.starling.runtime.memory;

import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A fold of two buffers of one rank, without communication. */
public final class LocalReduction {

  private LocalReduction() {}

  /** See {@link ReductionOperator#reduceLocal}. */
  public static void fold(ReductionOperator operator, Buffer data, Buffer result) {
    check(data, result);
    Fold fold = FoldingOperator.of(operator).fold(result.type());
    long bytes = result.byteSize();
    if (bytes == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = packed(data, arena);
      MemorySegment into = packed(result, arena);
      fold.fold(from, 0, into, 0, into, 0, bytes);
      if (!isPlain(result)) {
        MemoryBuffer.of(result).memory().write(0, into, 0, bytes);
      }
    }
  }

  private static void check(Buffer data, Buffer result) {
    if (data == null || result == null) {
      throw new IllegalArgumentException(
          "reduceLocal got null instead of " + (data == null ? "data" : "result"));
    }
    if (data == Buffer.IN_PLACE || result == Buffer.IN_PLACE) {
      throw new IllegalArgumentException("reduceLocal has nothing that could be IN_PLACE");
    }
    MemoryBuffer from = MemoryBuffer.of(data);
    MemoryBuffer into = MemoryBuffer.of(result);
    if (!from.signature().equals(into.signature())) {
      throw new IllegalArgumentException(
          "data (%s) and result (%s) must have the same count and datatype"
              .formatted(data, result));
    }
    if (into.overlapsItself() || from.memory().overlaps(into.memory())) {
      throw new IllegalArgumentException(
          "data and result overlap, or bytes of the result belong to two of its elements");
    }
  }

  /** Whether the elements lie one after the other in memory of the host. */
  private static boolean isPlain(Buffer buffer) {
    Memory memory = MemoryBuffer.of(buffer).memory();
    return memory.isContiguous() && !memory.isOnDevice() && !MemoryBuffer.of(buffer).isOfBooleans();
  }

  private static MemorySegment packed(Buffer buffer, Arena arena) {
    if (isPlain(buffer)) {
      return MemoryBuffer.of(buffer).memory().segment();
    }
    MemorySegment copy = arena.allocate(buffer.byteSize(), Long.BYTES);
    MemoryBuffer.of(buffer).memory().read(0, copy, 0, buffer.byteSize());
    return copy;
  }
}
