package io.starling.collectives.broadcast;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;

/**
 * ADAPT's broadcast (section 2.2.1, figure 4). Segments and children are independent: a segment is
 * forwarded when it arrives, in any order, and a slow child delays no other child.
 *
 * <pre>
 * parent   s0 s1 s2 s3 ...          M receives open
 *             \  \  \
 * this        s0 s1 s2 ...          arrival[]: segments in the order of their arrival
 *            /  \  \                cursor[child]: how far each child has been served
 * child 0, child 1                  N sends open per child
 * </pre>
 *
 * Invariant: a child's open sends and finished sends together are the first {@code cursor[child]}
 * arrivals.
 */
public final class TreeBroadcast extends BroadcastOperation {

  private final int[] arrival;
  private final int[] cursor;
  private final int[] inFlight;
  private final boolean[] unconfirmed;
  private int arrived;
  private int posted;
  private long sent;

  public TreeBroadcast(Context context, TreePlan plan) {
    super(context, plan);
    arrival = new int[segments];
    cursor = new int[children];
    inFlight = new int[children];
    unconfirmed = new boolean[children];
  }

  @Override
  protected void start() {
    arrived = 0;
    posted = 0;
    sent = 0;
    for (int child = 0; child < children; child++) {
      cursor[child] = 0;
      inFlight[child] = 0;
      unconfirmed[child] = false;
    }
    if (isRoot()) {
      for (int segment = 0; segment < segments; segment++) {
        arrival[arrived++] = segment;
      }
      pumpAll();
    } else {
      while (posted < Math.min(plan.receiveWindow(), segments)) {
        receive(posted++);
      }
    }
  }

  @Override
  protected void onReceived(int parent, int segment) {
    if (posted < segments) {
      receive(posted++);
    }
    arrival[arrived++] = segment;
    pumpAll();
  }

  @Override
  protected void onSent(int child, int segment) {
    inFlight[child]--;
    unconfirmed[child] &= !plan.isConfirmed(segment);
    sent++;
    pump(child);
  }

  private void pumpAll() {
    for (int child = 0; child < children; child++) {
      pump(child);
    }
  }

  private void pump(int child) {
    while (inFlight[child] < plan.sendWindow() && cursor[child] < arrived) {
      int segment = arrival[cursor[child]];
      boolean confirmed = plan.isConfirmed(segment);
      if (confirmed) {
        if (unconfirmed[child]) {
          return;
        }
        unconfirmed[child] = true;
      }
      inFlight[child]++;
      cursor[child]++;
      send(child, segment, confirmed);
    }
  }

  @Override
  protected boolean finished() {
    return arrived == segments && sent == (long) segments * children;
  }
}
