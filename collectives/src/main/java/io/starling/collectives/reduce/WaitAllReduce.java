package io.starling.collectives.reduce;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.reduction.Fold;

/**
 * The reduce with non-blocking transfers and a wait for all children before a segment is folded
 * (ADAPT's algorithm 2), for comparison. The receives of the next segment are posted before the
 * wait for this one.
 *
 * <pre>
 * irecv(0, all) irecv(1, all) waitall(0) fold ... isend(0) irecv(2, all) waitall(1) ... wait(send 0) isend(1)
 * </pre>
 *
 * Invariant: contributions of at most two segments are open.
 */
public final class WaitAllReduce extends ReduceOperation {

  private static final int AHEAD = 2;

  /** The child that is folded first. */
  private static final int FIRST = 0;

  private final int[] missing = new int[AHEAD];
  private int current;
  private int posted;
  private boolean busy;
  private int sent;

  public WaitAllReduce(Context context, TreePlan plan, Fold fold) {
    super(context, plan, fold, true);
  }

  @Override
  protected void start() {
    super.start();
    boolean alone = children == 0 && isRoot();
    current = alone ? segments : 0;
    sent = alone ? segments : 0;
    posted = 0;
    busy = false;
    if (!alone) {
      post();
      post();
      proceed();
    }
  }

  private void post() {
    if (posted < segments) {
      missing[posted % AHEAD] = children;
      for (int child = 0; child < children; child++) {
        receive(child, posted);
      }
      posted++;
    }
  }

  /**
   * Begins the current segment if all its contributions have arrived and the previous segment is
   * sent.
   */
  private void proceed() {
    if (busy || current == segments || missing[current % AHEAD] > 0) {
      return;
    }
    busy = true;
    if (children > 0) {
      foldFirst(FIRST, current);
    } else {
      sendUp(current, FIRST, TreePlan.isConfirmedWithoutWindow(current));
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    missing[segment % AHEAD]--;
    proceed();
  }

  @Override
  protected void onFolded(int child, int segment) {
    if (child + 1 < children) {
      foldNext(child + 1, segment, FIRST);
    } else if (isRoot()) {
      sent++;
      next();
    } else {
      sendUp(segment, FIRST, TreePlan.isConfirmedWithoutWindow(segment));
    }
  }

  @Override
  protected void onSent(int parent, int segment) {
    sent++;
    next();
  }

  private void next() {
    current++;
    busy = false;
    post();
    proceed();
  }

  @Override
  protected boolean finished() {
    return sent == segments;
  }
}
