package io.starling.gpu.ptx;

import java.util.Arrays;

/**
 * A block of threads that run a kernel in lockstep: those that are least far in the program go on
 * together, up to the next branch or label. What a kernel gives must not depend on that, which
 * {@link OperandMemory} guards.
 */
final class PtxBlock {

  private static final int ENDED = Integer.MAX_VALUE;

  /** Far more than any test needs: a loop that does not end is reported. */
  private static final int MOST_PIECES = 1 << 20;

  private final PtxKernel kernel;
  private final int threads;
  private final long[][] rows;
  private final int[] position;
  private int[] active;
  private final int[] chosen;
  private int activeCount;
  private int at;
  private int firstNumber;
  private PtxMemory memory;

  PtxBlock(PtxKernel kernel, int threads) {
    this.kernel = kernel;
    this.threads = threads;
    rows = new long[kernel.rows().count()][threads];
    position = new int[threads];
    active = new int[threads];
    chosen = new int[threads];
    Arrays.setAll(rows[PtxRows.THREAD], thread -> thread);
    Arrays.fill(rows[PtxRows.BLOCK_THREADS], threads);
    kernel.rows().constants().forEach((row, value) -> Arrays.fill(rows[row], value));
  }

  /** Prepares for a launch. Registers keep what they have, which {@link PtxAssignments} allows. */
  void start(PtxMemory launched, int blocks, long... arguments) {
    memory = launched;
    Arrays.fill(rows[PtxRows.BLOCKS], blocks);
    for (int parameter = 0; parameter < arguments.length; parameter++) {
      Arrays.fill(rows[kernel.rows().parameters().get(parameter)], arguments[parameter]);
    }
  }

  int threads() {
    return threads;
  }

  /** Runs all threads to their ends, as the block of a number. */
  void run(int block) {
    Arrays.fill(rows[PtxRows.BLOCK], block);
    Arrays.fill(position, 0);
    firstNumber = block * threads + 1;
    for (int pieces = 0; gather(); pieces++) {
      if (pieces == MOST_PIECES) {
        throw new PtxFault(kernel.name() + " does not end");
      }
      runPiece();
    }
  }

  long[] row(int number) {
    return rows[number];
  }

  int[] active() {
    return active;
  }

  int activeCount() {
    return activeCount;
  }

  PtxMemory memory() {
    return memory;
  }

  /** The number of one of the block's threads in the grid, from 1. */
  int number(int thread) {
    return firstNumber + thread;
  }

  /** Takes the threads that are least far; false if all have ended. */
  private boolean gather() {
    at = ENDED;
    for (int here : position) {
      at = Math.min(at, here);
    }
    activeCount = 0;
    for (int thread = 0; thread < threads; thread++) {
      if (position[thread] == at) {
        active[activeCount++] = thread;
      }
    }
    return at != ENDED;
  }

  private void runPiece() {
    int first = at;
    PtxInstruction instruction;
    do {
      instruction = kernel.instructions().get(at++);
      try {
        run(instruction);
      } catch (PtxFault fault) {
        throw new PtxFault(
            "%s, line %d, %s: %s"
                .formatted(
                    kernel.name(), instruction.line(), instruction.text(), fault.getMessage()),
            fault);
      }
    } while (!instruction.leads() && !kernel.isTarget(at));
    kernel.noteRun(first, at);
    if (!instruction.leads()) {
      move(at);
    }
  }

  private void run(PtxInstruction instruction) {
    if (instruction.leads()) {
      move(at);
    }
    int[] all = active;
    int allCount = activeCount;
    if (instruction.isGuarded()) {
      select(rows[instruction.guard()], instruction.negated() ? 0 : 1);
    }
    switch (instruction.flow()) {
      case NEXT -> instruction.step().run(this);
      case BRANCH -> move(instruction.target());
      case RETURN -> move(ENDED);
    }
    active = all;
    activeCount = allCount;
  }

  private void select(long[] predicates, long value) {
    int count = 0;
    for (int number = 0; number < activeCount; number++) {
      if (predicates[active[number]] == value) {
        chosen[count++] = active[number];
      }
    }
    active = chosen;
    activeCount = count;
  }

  private void move(int to) {
    for (int number = 0; number < activeCount; number++) {
      position[active[number]] = to;
    }
  }
}
