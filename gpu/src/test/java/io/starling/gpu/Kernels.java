package io.starling.gpu;

import io.starling.runtime.reduction.PredefinedFold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Something that runs the kernels of {@code folds.cu}. */
interface Kernels {

  /** Memory that this process and the kernels use at the same addresses, at a multiple of 16. */
  MemorySegment allocate(long bytes, Arena arena);

  /** Runs a kernel of so many blocks to its end, on memory from {@link #allocate}. */
  void run(
      PredefinedFold fold,
      int blocks,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long bytes);
}
