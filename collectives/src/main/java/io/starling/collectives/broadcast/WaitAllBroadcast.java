package io.starling.collectives.broadcast;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;

/**
 * The broadcast of ADAPT's figure 3, for comparison: non-blocking sends to all children, then a
 * wait for all of them before the next segment. A slow child delays its siblings. Two receives are
 * open, as in Open MPI.
 *
 * <pre>
 * irecv(0) irecv(1) wait(0) isend(0, all children) waitall irecv(2) wait(1) isend(1, ...) ...
 * </pre>
 *
 * Invariant: all open sends are of the same segment.
 */
public final class WaitAllBroadcast extends BroadcastOperation {

  private static final int RECEIVES = 2;

  private final boolean[] here;
  private int current;
  private int posted;
  private int openSends;

  public WaitAllBroadcast(Context context, TreePlan plan) {
    super(context, plan);
    here = new boolean[segments];
  }

  @Override
  protected void start() {
    current = 0;
    openSends = 0;
    posted = 0;
    java.util.Arrays.fill(here, isRoot());
    if (!isRoot()) {
      while (posted < Math.min(RECEIVES, segments)) {
        receive(posted++);
      }
    }
    proceed();
  }

  @Override
  protected void onReceived(int parent, int segment) {
    here[segment] = true;
    if (openSends == 0) {
      proceed();
    }
  }

  @Override
  protected void onSent(int child, int segment) {
    if (--openSends == 0) {
      current++;
      proceed();
    }
  }

  /** Sends the segments that have arrived, up to the first that must wait. */
  private void proceed() {
    while (current < segments && here[current]) {
      if (!isRoot() && posted < segments) {
        receive(posted++);
      }
      if (children > 0) {
        openSends = children;
        for (int child = 0; child < children; child++) {
          send(child, current, TreePlan.isConfirmedWithoutWindow(current));
        }
        return;
      }
      current++;
    }
  }

  @Override
  protected boolean finished() {
    return current == segments;
  }
}
