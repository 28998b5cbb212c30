package io.starling.collectives.call;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.exchange.Problem;

/** The longest collective that a communicator has planned. */
public final class CollectiveUses {

  private static final Choice DEFAULT = Specification.choice(CollectiveKind.ALLREDUCE, "ring");
  private static final long DEFAULT_BYTES = 1 << 20;

  private Choice choice = DEFAULT;
  private long bytes;

  /** Notes a new plan; those of neighbours have no pattern of their own. */
  void note(Choice its, Problem problem) {
    CollectiveKind kind = its.algorithm().kind();
    boolean isKnown =
        kind != CollectiveKind.NEIGHBOUR_ALLGATHER && kind != CollectiveKind.NEIGHBOUR_ALLTOALL;
    if (isKnown && problem.bytes() > bytes) {
      choice = its;
      bytes = problem.bytes();
    }
  }

  /** Takes over what another communicator knows. */
  public void take(CollectiveUses other) {
    choice = other.choice;
    bytes = other.bytes;
  }

  public boolean isEmpty() {
    return bytes == 0;
  }

  /** Its algorithm; a ring if there was none. */
  public Choice choice() {
    return choice;
  }

  public long bytes() {
    return isEmpty() ? DEFAULT_BYTES : bytes;
  }
}
