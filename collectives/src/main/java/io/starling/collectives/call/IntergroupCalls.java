package io.starling.collectives.call;

/** The calls of a rank between two groups: messages, and collectives without scans. */
public abstract non-sealed class IntergroupCalls extends ReductionCalls {

  protected IntergroupCalls(Intergroup groups) {
    super(
        groups.remote(),
        new IntergroupMovement(groups),
        new IntergroupRooted(groups),
        new IntergroupReductions(groups));
  }
}
