package io.starling.collectives.reduce;

import io.starling.collectives.machine.TreePlan;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.reduction.Fold;
import java.util.Arrays;

/**
 * ADAPT's reduce (sections 2.2.3 and 4.2): the broadcast turned round, with a fold where paths
 * meet.
 *
 * <pre>
 * child 0, child 1      M receives open per child, lane s % M
 *    \   /
 *     fold              one at a time per segment, segments in any order
 *      |
 *   accumulator(s)      at an inner rank lane s % M, free again once s is sent
 *      |
 *    parent             N sends open
 * </pre>
 *
 * Invariants: a contribution's lane is received into again only after its fold; at most one fold
 * per segment is open; an inner rank's accumulator lane belongs to segment {@code
 * accumulating[lane]}. Where the order of operands matters, children are folded in their order,
 * else in the order of their arrival.
 */
public final class TreeReduce extends ReduceMachine {

  private static final int NOBODY = -1;

  private final boolean inOrder;
  private final int[] arrived;
  private final int[] nextPending;
  private final int[] firstPending;
  private final int[] folded;
  private final boolean[] folding;
  private final int[] accumulating;
  private final int[] ready;
  private int readyCount;
  private int cursor;
  private int inFlight;
  private boolean unconfirmed;
  private int done;

  /**
   * A machine for a plan.
   *
   * @param inOrder whether children must be folded in their order
   */
  public TreeReduce(Engine engine, TreePlan plan, Fold fold, boolean inOrder) {
    super(engine, plan, fold);
    this.inOrder = inOrder;
    arrived = new int[children * lanes()];
    nextPending = new int[children * lanes()];
    firstPending = new int[segments];
    folded = new int[segments];
    folding = new boolean[segments];
    accumulating = new int[lanes()];
    ready = new int[segments];
  }

  @Override
  protected void start() {
    super.start();
    Arrays.fill(arrived, NOBODY);
    Arrays.fill(firstPending, NOBODY);
    Arrays.fill(folded, 0);
    Arrays.fill(folding, false);
    Arrays.setAll(accumulating, lane -> lane);
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
      for (int segment = 0; segment < Math.min(lanes(), segments); segment++) {
        for (int child = 0; child < children; child++) {
          receive(child, segment);
        }
      }
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    int lane = child * lanes() + lane(segment);
    arrived[lane] = segment;
    nextPending[lane] = firstPending[segment];
    firstPending[segment] = child;
    foldNext(segment);
  }

  private void foldNext(int segment) {
    if (folding[segment] || !accumulatorIsFree(segment)) {
      return;
    }
    int child = inOrder ? nextInOrder(segment) : firstPending[segment];
    if (child != NOBODY) {
      firstPending[segment] = nextPending[child * lanes() + lane(segment)];
      folding[segment] = true;
      fold(child, segment, folded[segment] == 0);
    }
  }

  private int nextInOrder(int segment) {
    int child = folded[segment];
    return child < children && arrived[child * lanes() + lane(segment)] == segment ? child : NOBODY;
  }

  private boolean accumulatorIsFree(int segment) {
    return isRoot() || accumulating[lane(segment)] == segment;
  }

  @Override
  protected void onFolded(int child, int segment) {
    folding[segment] = false;
    folded[segment]++;
    int next = segment + lanes();
    if (next < segments) {
      receive(child, next);
    }
    if (folded[segment] == children) {
      complete(segment);
    } else {
      foldNext(segment);
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
      if (plan.isConfirmed(segment)) {
        if (unconfirmed) {
          return;
        }
        unconfirmed = true;
      }
      inFlight++;
      cursor++;
      sendUp(segment);
    }
  }

  @Override
  protected void onSent(int parent, int segment) {
    inFlight--;
    unconfirmed &= !plan.isConfirmed(segment);
    done++;
    int next = segment + lanes();
    if (children > 0 && next < segments) {
      accumulating[lane(segment)] = next;
      foldNext(next);
    }
    pump();
  }

  @Override
  protected boolean finished() {
    return done == segments;
  }
}
