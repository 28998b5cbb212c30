package io.starling.collectives.broadcast;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;

/**
 * The broadcast of ADAPT's figure 1, for comparison: blocking receives and sends, one after the
 * other. A late process delays its parent, its siblings and their subtrees.
 *
 * <pre>
 * recv(0) send(0, child 0) send(0, child 1) recv(1) send(1, child 0) ...
 * </pre>
 *
 * Invariant: one transfer is open at a time.
 */
public final class BlockingBroadcast extends BroadcastOperation {

  private int segment;

  public BlockingBroadcast(Context context, TreePlan plan) {
    super(context, plan);
  }

  @Override
  protected void start() {
    segment = isRoot() && children == 0 ? segments : 0;
    beginSegment();
  }

  private void beginSegment() {
    if (segment == segments) {
      return;
    }
    if (isRoot()) {
      sendNext(0);
    } else {
      receive(segment);
    }
  }

  @Override
  protected void onReceived(int parent, int received) {
    sendNext(0);
  }

  @Override
  protected void onSent(int child, int sent) {
    sendNext(child + 1);
  }

  private void sendNext(int child) {
    if (child < children) {
      send(child, segment, TreePlan.isConfirmedWithoutWindow(segment));
    } else {
      segment++;
      beginSegment();
    }
  }

  @Override
  protected boolean finished() {
    return segment == segments;
  }
}
