package io.starling.gpu.ptx;

import java.util.BitSet;
import java.util.List;

/** Checks that on every path through a kernel a register is written before it is read. */
final class PtxAssignments {

  private final PtxKernel kernel;
  private final List<PtxInstruction> instructions;

  /** For each instruction the rows that have a value when it is reached; null if not yet known. */
  private final BitSet[] known;

  private boolean changed = true;

  private PtxAssignments(PtxKernel kernel) {
    this.kernel = kernel;
    instructions = kernel.instructions();
    known = new BitSet[instructions.size() + 1];
    known[0] = new BitSet();
    known[0].set(0, kernel.rows().count());
    kernel.rows().registers().forEach(known[0]::clear);
  }

  /**
   * Checks a kernel.
   *
   * @throws PtxFault if a register may be read before it is written, or the end be run over
   */
  static void check(PtxKernel kernel) {
    PtxAssignments assignments = new PtxAssignments(kernel);
    while (assignments.changed) {
      assignments.changed = false;
      assignments.flow();
    }
    assignments.check();
  }

  private void flow() {
    for (int at = 0; at < instructions.size(); at++) {
      PtxInstruction instruction = instructions.get(at);
      if (known[at] != null) {
        BitSet after = (BitSet) known[at].clone();
        if (!instruction.isGuarded()) {
          instruction.written().forEach(after::set);
        }
        if (instruction.flow() == PtxInstruction.Flow.BRANCH) {
          reach(instruction.target(), after);
        }
        if (!instruction.leads() || instruction.isGuarded()) {
          reach(at + 1, after);
        }
      }
    }
  }

  private void reach(int at, BitSet with) {
    if (known[at] == null) {
      known[at] = (BitSet) with.clone();
      changed = true;
    } else {
      int before = known[at].cardinality();
      known[at].and(with);
      changed |= known[at].cardinality() != before;
    }
  }

  private void check() {
    if (known[instructions.size()] != null) {
      throw new PtxFault(kernel.name() + " runs over its end");
    }
    for (int at = 0; at < instructions.size(); at++) {
      PtxInstruction instruction = instructions.get(at);
      if (known[at] == null) {
        continue;
      }
      for (int row : instruction.read()) {
        check(known[at], row, instruction);
      }
      if (instruction.isGuarded()) {
        check(known[at], instruction.guard(), instruction);
      }
    }
  }

  private void check(BitSet known, int row, PtxInstruction instruction) {
    if (!known.get(row)) {
      throw new PtxFault(
          "%s, line %d, %s: reads a register that may not have been written"
              .formatted(kernel.name(), instruction.line(), instruction.text()));
    }
  }
}
