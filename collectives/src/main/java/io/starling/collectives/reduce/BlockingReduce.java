package io.starling.collectives.reduce;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.reduction.Fold;

/**
 * The reduce with blocking transfers (ADAPT's algorithm 1), for comparison.
 *
 * <pre>
 * recv(0, child 0) fold recv(0, child 1) fold send(0) recv(1, child 0) ...
 * </pre>
 *
 * Invariant: one transfer or fold is open at a time.
 */
public final class BlockingReduce extends ReduceOperation {

  /** The child that is folded first. */
  private static final int FIRST = 0;

  private int segment;

  public BlockingReduce(Context context, TreePlan plan, Fold fold) {
    super(context, plan, fold, true);
  }

  @Override
  protected void start() {
    super.start();
    segment = children == 0 && isRoot() ? segments : 0;
    proceed(0);
  }

  private void proceed(int child) {
    if (segment == segments) {
      return;
    }
    if (child < children) {
      receive(child, segment);
    } else if (isRoot()) {
      segment++;
      proceed(0);
    } else {
      sendUp(segment, FIRST, TreePlan.isConfirmedWithoutWindow(segment));
    }
  }

  @Override
  protected void onReceived(int child, int received) {
    if (child == FIRST) {
      foldFirst(child, received);
    } else {
      foldNext(child, received, FIRST);
    }
  }

  @Override
  protected void onFolded(int child, int folded) {
    proceed(child + 1);
  }

  @Override
  protected void onSent(int parent, int sent) {
    segment++;
    proceed(0);
  }

  @Override
  protected boolean finished() {
    return segment == segments;
  }
}
