package mpi;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.Counts;
import io.starling.collectives.Intercommunicator;
import io.starling.mpi.Arguments;
import io.starling.runtime.Buffer;

/**
 * What Starling needs for a collective; the arguments are right.
 *
 * @param any the communicator
 * @param data what is sent, or IN_PLACE
 * @param dataCounts its blocks, for calls that end in v
 * @param result what is received into
 * @param resultCounts its blocks, for calls that end in v
 * @param root Starling's number of the root, for calls that have one
 */
record Operands(
    AnyCommunicator any,
    Buffer data,
    Counts dataCounts,
    Buffer result,
    Counts resultCounts,
    int root) {

  private static final Counts NONE = Counts.of(new int[0]);

  static Operands of(AnyCommunicator any, Buffer data, Buffer result) {
    return new Operands(any, data, NONE, result, NONE, 0);
  }

  static Operands of(AnyCommunicator any, Buffer data, Buffer result, Root root) {
    return new Operands(any, data, NONE, result, NONE, root.number());
  }

  /** With blocks of the data. */
  Operands dataIn(Counts counts) {
    return new Operands(any, data, counts, result, resultCounts, root);
  }

  /** With blocks of the result. */
  Operands resultIn(Counts counts) {
    return new Operands(any, data, dataCounts, result, counts, root);
  }

  /**
   * The part of this rank in a collective that has a root.
   *
   * @param number of the root, as Starling has it
   * @param isRoot whether it is this rank
   * @param isLeaf whether this rank passes a block of its own, as the root of one group does too
   */
  record Root(int number, boolean isRoot, boolean isLeaf) {

    static Root of(AnyCommunicator any, int root) {
      if (any instanceof Intercommunicator inter) {
        int number = Values.remoteRoot(root, inter.remoteSize());
        return new Root(number, number == Intercommunicator.ROOT, number >= 0);
      }
      Arguments.root(root, any.size());
      return new Root(root, any.rank() == root, true);
    }
  }
}
