package io.starling.collectives.reduce;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.reduction.Fold;
import java.util.Arrays;

/**
 * ADAPT's reduce (sections 2.2.3 and 4.2): the broadcast reversed, with a fold at every inner rank.
 *
 * <pre>
 * child 0, child 1      M receives open per child, slot s % M
 *    \   /
 *     fold              one at a time per segment, segments in any order
 *      |
 *   accumulator         the slot of the segment's first contribution, free again once it is sent
 *      |
 *    parent             N sends open
 * </pre>
 *
 * Invariants: a slot is reused only after its contribution is folded and, if it became the
 * accumulator, sent; at most one fold per segment is open. Children are folded in their order if
 * the order of operands matters, otherwise in the order of arrival.
 */
public final class TreeReduce extends ReduceOperation {

  private static final int NOBODY = -1;

  private final boolean inOrder;
  private final int[] arrived;
  private final int[] nextPending;
  private final int[] firstPending;
  private final int[] folded;
  private final boolean[] folding;
  private final int[] first;
  private final int[] ready;
  private int readyCount;
  private int cursor;
  private int inFlight;
  private boolean unconfirmed;
  private int done;

  /**
   * An operation for a plan.
   *
   * @param inOrder whether children must be folded in order
   */
  public TreeReduce(Context context, TreePlan plan, Fold fold, boolean inOrder) {
    super(context, plan, fold, inOrder || plan.children() == 1);
    this.inOrder = inOrder;
    arrived = new int[children * slots()];
    nextPending = new int[children * slots()];
    firstPending = new int[segments];
    folded = new int[segments];
    folding = new boolean[segments];
    first = new int[segments];
    ready = new int[segments];
  }

  @Override
  protected void start() {
    super.start();
    Arrays.fill(arrived, NOBODY);
    Arrays.fill(firstPending, NOBODY);
    Arrays.fill(folded, 0);
    Arrays.fill(folding, false);
    readyCount = 0;
    cursor = 0;
    inFlight = 0;
    unconfirmed = false;
    done = 0;
    if (children == 0) {
      for (int segment = 0; segment < segments; segment++) {
        complete(segment);
      }
    } else {
      for (int segment = 0; segment < Math.min(slots(), segments); segment++) {
        for (int child = 0; child < children; child++) {
          receive(child, segment);
        }
      }
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    int slot = child * slots() + slot(segment);
    arrived[slot] = segment;
    nextPending[slot] = firstPending[segment];
    firstPending[segment] = child;
    foldPending(segment);
  }

  private void foldPending(int segment) {
    if (folding[segment]) {
      return;
    }
    int child = inOrder ? nextInOrder(segment) : firstPending[segment];
    if (child != NOBODY) {
      firstPending[segment] = nextPending[child * slots() + slot(segment)];
      folding[segment] = true;
      if (folded[segment] == 0) {
        first[segment] = child;
        foldFirst(child, segment);
      } else {
        foldNext(child, segment, first[segment]);
      }
    }
  }

  private int nextInOrder(int segment) {
    int child = folded[segment];
    return child < children && arrived[child * slots() + slot(segment)] == segment ? child : NOBODY;
  }

  @Override
  protected void onFolded(int child, int segment) {
    folding[segment] = false;
    folded[segment]++;
    if (isRoot() || child != first[segment]) {
      receiveNext(child, segment);
    }
    if (folded[segment] == children) {
      complete(segment);
    } else {
      foldPending(segment);
    }
  }

  /** Posts the receive of the segment that uses the same slot, one window later. */
  private void receiveNext(int child, int segment) {
    int next = segment + slots();
    if (next < segments) {
      receive(child, next);
    }
  }

  private void complete(int segment) {
    if (isRoot()) {
      done++;
    } else {
      ready[readyCount++] = segment;
      pump();
    }
  }

  private void pump() {
    while (inFlight < plan.sendWindow() && cursor < readyCount) {
      int segment = ready[cursor];
      boolean confirmed = plan.isConfirmed(segment);
      if (confirmed) {
        if (unconfirmed) {
          return;
        }
        unconfirmed = true;
      }
      inFlight++;
      cursor++;
      sendUp(segment, first[segment], confirmed);
    }
  }

  @Override
  protected void onSent(int parent, int segment) {
    inFlight--;
    unconfirmed &= !plan.isConfirmed(segment);
    done++;
    if (children > 0) {
      receiveNext(first[segment], segment);
    }
    pump();
  }

  @Override
  protected boolean finished() {
    return done == segments;
  }
}
