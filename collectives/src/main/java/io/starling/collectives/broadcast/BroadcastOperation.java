package io.starling.collectives.broadcast;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.memory.Memory;

/** The common part of the broadcasts on trees: the plan, the data, and the transfer of segments. */
public abstract class BroadcastOperation extends CollectiveOperation {

  /** The number of the parent among an operation's transfers; children are numbered from 0. */
  protected static final int PARENT = -1;

  protected final TreePlan plan;
  protected final int segments;
  protected final int children;
  private Memory data;

  protected BroadcastOperation(Context context, TreePlan plan) {
    super(context);
    this.plan = plan;
    this.segments = plan.segments();
    this.children = plan.children();
  }

  @Override
  public final void useMemory(Memory itsData, Memory none) {
    data = itsData;
  }

  /** The memory of this run. */
  final Memory data() {
    return data;
  }

  protected final boolean isRoot() {
    return plan.branch().isRoot();
  }

  protected final void receive(int segment) {
    receiveFrom(
        plan.branch().parent(), PARENT, segment, data, plan.offset(segment), plan.length(segment));
  }

  /** Sends a segment. A {@code confirmed} send completes only after it was matched. */
  protected final void send(int child, int segment, boolean confirmed) {
    int peer = plan.branch().children()[child];
    sendTo(peer, child, segment, data, plan.offset(segment), plan.length(segment), confirmed);
  }

  /** Counts the sends of a segment to all children. */
  @Override
  public int hostCopyUses() {
    return children;
  }

  @Override
  protected void onEnd(boolean failed) {
    data = null;
  }

  @Override
  public final String describe() {
    return "broadcast of "
        + plan.bytes()
        + " bytes ("
        + Plural.of(segments, "segment")
        + ", "
        + (isRoot() ? "root" : "parent rank " + context().process(plan.branch().parent()))
        + ", "
        + (children == 1 ? "1 child)" : children + " children)");
  }
}
