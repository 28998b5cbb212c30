package io.starling.collectives.broadcast;

import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import io.starling.collectives.machine.Plural;
import io.starling.collectives.machine.TreePlan;
import io.starling.runtime.memory.Memory;

/** What the broadcasts on trees share: the plan, the data, and how a segment travels. */
public abstract class BroadcastMachine extends Collective {

  /** The number of the parent among a machine's transfers, where children count from 0. */
  protected static final int PARENT = -1;

  protected final TreePlan plan;
  protected final int segments;
  protected final int children;
  private Memory data;

  protected BroadcastMachine(Context context, TreePlan plan) {
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

  /** Sends a segment; {@code confirmed} sends are complete when their receive was found. */
  protected final void send(int child, int segment, boolean confirmed) {
    int peer = plan.branch().children()[child];
    sendTo(peer, child, segment, data, plan.offset(segment), plan.length(segment), confirmed);
  }

  /** A segment is sent to each child. */
  @Override
  protected int hostCopyUses() {
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
