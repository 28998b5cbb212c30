package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Port;
import java.util.Arrays;

/** The memory that ranks use in a run, as this rank maps it. */
final class MappedRanks {

  private final Context context;
  private final long bytes;
  private final Memory[] operands;
  private final Memory[] results;

  MappedRanks(Context context, long bytes) {
    this.context = context;
    this.bytes = bytes;
    operands = new Memory[context.size()];
    results = new Memory[context.size()];
  }

  /** Where other ranks find memory of this one; {@link Port#NOWHERE} if they can't map it. */
  long placeOf(Memory memory) {
    return memory.isDirect() && !memory.isOnDevice()
        ? context.engine().placeOf(memory.segment().asSlice(0, bytes))
        : Port.NOWHERE;
  }

  /**
   * Maps the data of a rank; returns false if it can't be mapped.
   *
   * @throws io.starling.runtime.TransportException if the rank is gone
   */
  boolean mapOperand(int its, long place) {
    operands[its] = at(its, place);
    return operands[its] != null;
  }

  /** The same for its result. */
  boolean mapResult(int its, long place) {
    results[its] = at(its, place);
    return results[its] != null;
  }

  private Memory at(int its, long place) {
    return place == Port.NOWHERE
        ? null
        : Memory.of(context.engine().at(context.process(its), place, bytes));
  }

  /** The data of a rank. */
  Memory operand(int its) {
    return operands[its];
  }

  /** The result of a rank that has one. */
  Memory result(int its) {
    return results[its];
  }

  /** Keeps nothing reachable. */
  void clear() {
    Arrays.fill(operands, null);
    Arrays.fill(results, null);
  }
}
