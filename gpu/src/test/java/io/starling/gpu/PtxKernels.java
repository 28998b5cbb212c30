package io.starling.gpu;

import io.starling.gpu.ptx.OperandMemory;
import io.starling.gpu.ptx.PtxProgram;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.PredefinedFold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Kernels as PTX, run instruction by instruction. What a device or compute-sanitizer would refuse
 * fails: see {@link OperandMemory}.
 */
final class PtxKernels implements Kernels {

  private static final int PADDED_EXTENT = 16;
  private static final int BEFORE_PADDING = 12;

  private final PtxProgram program;

  PtxKernels(String ptx) {
    program = PtxProgram.parse(ptx);
  }

  @Override
  public MemorySegment allocate(long bytes, Arena arena) {
    return arena.allocate(bytes, 16);
  }

  @Override
  public void run(
      PredefinedFold fold,
      int blocks,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long bytes) {
    launch(fold, blocks, left, right, into, bytes);
  }

  /** Runs a kernel; returns what it did with memory. */
  OperandMemory launch(
      PredefinedFold fold,
      int blocks,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long bytes) {
    OperandMemory memory = new OperandMemory();
    memory.allowReads(left);
    memory.allowReads(right);
    memory.allowWrites(into);
    program
        .kernel(FoldKernels.name(fold))
        .run(
            memory,
            blocks,
            FoldKernels.THREADS,
            left.address(),
            right.address(),
            into.address(),
            bytes);
    boolean padded = isPadded(fold);
    memory.checkWritten(into, offset -> !padded || offset % PADDED_EXTENT < BEFORE_PADDING);
    return memory;
  }

  /** Runs one block of a grid on memory of another kind. */
  void launchBlock(PredefinedFold fold, int block, int blocks, HugeOperands operands) {
    program
        .kernel(FoldKernels.name(fold))
        .runBlock(
            block,
            operands,
            blocks,
            FoldKernels.THREADS,
            operands.left(),
            operands.right(),
            operands.into(),
            operands.bytes());
  }

  /** Those that no launch so far has come to, as lines of text. */
  List<String> instructionsThatNeverRan(PredefinedFold fold) {
    return program.kernel(FoldKernels.name(fold)).instructionsThatNeverRan();
  }

  /** Whether elements end with padding, which kernels do not write. */
  static boolean isPadded(PredefinedFold fold) {
    return fold.type() == BasicDatatype.INT64_INDEX || fold.type() == BasicDatatype.FLOAT64_INDEX;
  }
}
