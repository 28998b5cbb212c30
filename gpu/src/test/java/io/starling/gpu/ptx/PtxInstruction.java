package io.starling.gpu.ptx;

import java.util.List;

/**
 * An instruction of a kernel.
 *
 * @param line where it is in the text, from 1
 * @param text of it
 * @param guard row of the predicate on which it depends, or -1
 * @param negated whether the predicate must be false
 * @param flow whether and where it leads
 * @param target of a branch, as a number of an instruction; else -1
 * @param step what it does; null for branches and returns
 */
record PtxInstruction(
    int line, String text, int guard, boolean negated, Flow flow, int target, PtxStep step) {

  /** What comes after an instruction. */
  enum Flow {
    NEXT,
    BRANCH,
    RETURN
  }

  boolean isGuarded() {
    return guard >= 0;
  }

  /** Whether another than the next instruction may follow. */
  boolean leads() {
    return flow != Flow.NEXT;
  }

  /** The rows that are written when it runs. */
  List<Integer> written() {
    return step == null ? List.of() : step.written();
  }

  /** The rows that are read by it, but for the guard's. */
  List<Integer> read() {
    return step == null ? List.of() : step.read();
  }
}
