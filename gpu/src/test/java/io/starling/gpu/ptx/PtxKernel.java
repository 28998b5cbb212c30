package io.starling.gpu.ptx;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** A kernel, ready to run, in one thread at a time. */
public final class PtxKernel {

  private final String name;
  private final int threads;
  private final PtxRows rows;
  private final List<PtxInstruction> instructions;
  private final BitSet targets = new BitSet();
  private final BitSet ran = new BitSet();

  /** That of the last launch: its registers are many. */
  private PtxBlock block;

  PtxKernel(String name, int threads, PtxRows rows, List<PtxInstruction> instructions) {
    this.name = name;
    this.threads = threads;
    this.rows = rows;
    this.instructions = List.copyOf(instructions);
    for (PtxInstruction instruction : instructions) {
      if (instruction.flow() == PtxInstruction.Flow.BRANCH) {
        targets.set(instruction.target());
      }
    }
    PtxAssignments.check(this);
  }

  /**
   * Runs a grid, one block after the other.
   *
   * @param arguments one for each parameter
   * @throws PtxFault if a device, its assembler or compute-sanitizer would refuse what it does
   */
  public void run(PtxMemory memory, int blocks, int blockThreads, long... arguments) {
    start(memory, blocks, blockThreads, arguments);
    for (int number = 0; number < blocks; number++) {
      block.run(number);
    }
  }

  /** Runs one block of a grid. */
  public void runBlock(
      int number, PtxMemory memory, int blocks, int blockThreads, long... arguments) {
    start(memory, blocks, blockThreads, arguments);
    block.run(number);
  }

  private void start(PtxMemory memory, int blocks, int blockThreads, long... arguments) {
    if (blockThreads > threads || arguments.length != rows.parameters().size()) {
      throw new PtxFault(
          "%s takes %d parameters and at most %d threads in a block, not %d and %d"
              .formatted(name, rows.parameters().size(), threads, arguments.length, blockThreads));
    }
    if (block == null || block.threads() != blockThreads) {
      block = new PtxBlock(this, blockThreads);
    }
    block.start(memory, blocks, arguments);
  }

  /** The instructions that no thread has come to in any launch. */
  public List<String> instructionsThatNeverRan() {
    return IntStream.range(0, instructions.size())
        .filter(at -> !ran.get(at))
        .mapToObj(
            at -> "line %d, %s".formatted(instructions.get(at).line(), instructions.get(at).text()))
        .toList();
  }

  /** Notes that a thread has run these instructions, the last one exclusive. */
  void noteRun(int first, int end) {
    ran.set(first, end);
  }

  String name() {
    return name;
  }

  PtxRows rows() {
    return rows;
  }

  List<PtxInstruction> instructions() {
    return instructions;
  }

  /** Whether a branch leads to this instruction. */
  boolean isTarget(int instruction) {
    return targets.get(instruction);
  }
}
