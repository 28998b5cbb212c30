package io.starling.collectives.reduce;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.reduction.Fold;

/**
 * The common part of the reduces on trees: the plan, the memory, and the receive, fold and send of
 * a contribution.
 *
 * <p>Memory is used so that folds find their operands in cache and nothing is copied. An inner rank
 * has {@code receiveWindow} slots per child, in scratch memory that does not grow with the message;
 * segment {@code s} uses slot {@code s % receiveWindow}. The slot of the first folded contribution
 * becomes the segment's accumulator, and is free again once the segment is sent. The root
 * accumulates in the result; it receives its first child's contributions there if they are always
 * folded first.
 */
public abstract class ReduceOperation extends CollectiveOperation {

  /** The number of the parent among an operation's transfers; children are numbered from 0. */
  protected static final int PARENT = -1;

  protected final TreePlan plan;
  protected final int segments;
  protected final int children;
  private final int slots;
  private final Fold fold;
  private final boolean firstChildIsLower;
  private final boolean firstChildFoldsFirst;
  private Memory own;
  private Memory result;
  private Memory scratch;
  private boolean receivesIntoResult;

  /**
   * An operation for a plan.
   *
   * @param firstChildFoldsFirst whether the first child is always the first to be folded
   */
  protected ReduceOperation(
      Context context, TreePlan plan, Fold fold, boolean firstChildFoldsFirst) {
    super(context);
    this.plan = plan;
    this.fold = fold;
    this.segments = plan.segments();
    this.children = plan.children();
    this.slots = Math.min(plan.receiveWindow(), Math.max(1, segments));
    this.firstChildFoldsFirst = firstChildFoldsFirst;
    this.firstChildIsLower = children > 0 && plan.branch().children()[0] < context.rank();
  }

  @Override
  public final void useMemory(Memory itsOwn, Memory itsResult) {
    own = itsOwn;
    result = itsResult;
  }

  @Override
  protected void start() {
    receivesIntoResult = isRoot() && firstChildFoldsFirst && !own.sameAs(result);
    if (children > 0 && segments > 0) {
      scratch = engine().scratch(own, fold, (long) children * slots * slotBytes());
    } else if (isRoot() && !own.sameAs(result)) {
      Memory.copy(own, 0, result, 0, plan.bytes());
    }
  }

  @Override
  protected void onEnd(boolean failed) {
    if (scratch != null && !failed) {
      engine().release(scratch);
    }
    scratch = null;
    own = null;
    result = null;
  }

  final Fold fold() {
    return fold;
  }

  /** A contribution that the device folds is sent once; the host folds data in slots. */
  @Override
  public int hostCopyUses() {
    return children == 0 || (scratch != null && scratch.isOnDevice()) ? 0 : super.hostCopyUses();
  }

  /** This rank's contribution to this run. */
  final Memory own() {
    return own;
  }

  /** The memory of the result at the root. */
  final Memory result() {
    return result;
  }

  protected final boolean isRoot() {
    return plan.branch().isRoot();
  }

  protected final int slot(int segment) {
    return segment % slots;
  }

  protected final int slots() {
    return slots;
  }

  protected final void receive(int child, int segment) {
    receiveFrom(
        plan.branch().children()[child],
        child,
        segment,
        contribution(child),
        contributionOffset(child, segment),
        plan.length(segment));
  }

  /** Folds this rank's own data with the first contribution to a segment. */
  protected final void foldFirst(int child, int segment) {
    Memory received = contribution(child);
    long receivedOffset = contributionOffset(child, segment);
    Memory into = accumulator(child);
    long intoOffset = accumulatorOffset(child, segment);
    long length = plan.length(segment);
    if (firstChildIsLower) {
      fold(
          child,
          segment,
          fold,
          received,
          receivedOffset,
          own,
          plan.offset(segment),
          into,
          intoOffset,
          length);
    } else {
      fold(
          child,
          segment,
          fold,
          own,
          plan.offset(segment),
          received,
          receivedOffset,
          into,
          intoOffset,
          length);
    }
  }

  /** Folds a further contribution; {@code first} is the child of the first contribution. */
  protected final void foldNext(int child, int segment, int first) {
    Memory into = accumulator(first);
    long intoOffset = accumulatorOffset(first, segment);
    fold(
        child,
        segment,
        fold,
        into,
        intoOffset,
        contribution(child),
        contributionOffset(child, segment),
        into,
        intoOffset,
        plan.length(segment));
  }

  /**
   * Sends a segment to the parent. A {@code confirmed} send completes only after it was matched.
   *
   * @param first the child of the first contribution; ignored at a leaf
   */
  protected final void sendUp(int segment, int first, boolean confirmed) {
    Memory data = children == 0 ? own : accumulator(first);
    long offset = children == 0 ? plan.offset(segment) : accumulatorOffset(first, segment);
    int parent = plan.branch().parent();
    sendTo(parent, PARENT, segment, data, offset, plan.length(segment), confirmed);
  }

  private long slotBytes() {
    return Math.min(plan.segmentBytes(), Math.max(1, plan.bytes()));
  }

  private Memory contribution(int child) {
    return receivesIntoResult && child == 0 ? result : scratch;
  }

  private long contributionOffset(int child, int segment) {
    return receivesIntoResult && child == 0
        ? plan.offset(segment)
        : ((long) child * slots + slot(segment)) * slotBytes();
  }

  private Memory accumulator(int first) {
    return isRoot() ? result : contribution(first);
  }

  private long accumulatorOffset(int first, int segment) {
    return isRoot() ? plan.offset(segment) : contributionOffset(first, segment);
  }

  @Override
  public final String describe() {
    return "reduce of "
        + plan.bytes()
        + " bytes ("
        + Plural.of(segments, "segment")
        + ", "
        + (isRoot() ? "root" : "parent rank " + context().process(plan.branch().parent()))
        + ", "
        + (children == 1 ? "1 child)" : children + " children)");
  }
}
