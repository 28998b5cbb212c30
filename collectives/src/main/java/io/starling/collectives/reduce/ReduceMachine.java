package io.starling.collectives.reduce;

import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.TreePlan;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * What the reduces on trees share: the plan, the memory, and how a contribution is received, folded
 * and passed on.
 *
 * <p>An inner rank keeps, in scratch memory, {@code receiveWindow} lanes for each child and as many
 * accumulators; segment {@code s} uses lane {@code s % receiveWindow}. The root accumulates in the
 * result itself. The first fold of a segment reads this rank's own data, so nothing is ever copied.
 * Scratch does not grow with the message.
 */
public abstract class ReduceMachine extends Collective {

  /** The number of the parent among a machine's transfers, where children count from 0. */
  protected static final int PARENT = -1;

  protected final TreePlan plan;
  protected final int segments;
  protected final int children;
  private final int lanes;
  private final Fold fold;
  private final boolean firstChildIsLower;
  private MemorySegment own;
  private MemorySegment result;
  private MemorySegment scratch;

  protected ReduceMachine(Engine engine, TreePlan plan, Fold fold) {
    super(engine);
    this.plan = plan;
    this.fold = fold;
    this.segments = plan.segments();
    this.children = plan.children();
    this.lanes = Math.min(plan.receiveWindow(), Math.max(1, segments));
    this.firstChildIsLower = children > 0 && plan.branch().children()[0] < engine.rank();
  }

  /**
   * Sets the memory of the next run.
   *
   * @param itsOwn this rank's contribution
   * @param itsResult at the root, where the result goes; may be the same as {@code itsOwn}
   */
  public final void useData(MemorySegment itsOwn, MemorySegment itsResult) {
    own = itsOwn;
    result = itsResult;
  }

  @Override
  protected void start() {
    if (children > 0 && segments > 0) {
      int accumulators = isRoot() ? 0 : lanes;
      scratch = engine().pool().acquire((children * lanes + accumulators) * laneBytes());
    } else if (isRoot() && !own.equals(result)) {
      MemorySegment.copy(own, 0, result, 0, plan.bytes());
    }
  }

  @Override
  protected void onEnd(boolean failed) {
    if (scratch != null && !failed) {
      engine().pool().release(scratch);
    }
    scratch = null;
    own = null;
    result = null;
  }

  protected final boolean isRoot() {
    return plan.branch().isRoot();
  }

  protected final int lane(int segment) {
    return segment % lanes;
  }

  protected final int lanes() {
    return lanes;
  }

  protected final void receive(int child, int segment) {
    receiveFrom(
        plan.branch().children()[child],
        child,
        segment,
        scratch,
        contributionOffset(child, segment),
        plan.length(segment));
  }

  /** Folds a child's contribution; {@code first} says that it is the first of its segment. */
  protected final void fold(int child, int segment, boolean first) {
    MemorySegment accumulated = first ? own : accumulator();
    long accumulatedOffset = first ? plan.offset(segment) : accumulatorOffset(segment);
    long contribution = contributionOffset(child, segment);
    if (first && firstChildIsLower) {
      fold(
          child,
          segment,
          fold,
          scratch,
          contribution,
          accumulated,
          accumulatedOffset,
          accumulator(),
          accumulatorOffset(segment),
          plan.length(segment));
    } else {
      fold(
          child,
          segment,
          fold,
          accumulated,
          accumulatedOffset,
          scratch,
          contribution,
          accumulator(),
          accumulatorOffset(segment),
          plan.length(segment));
    }
  }

  /** Passes a segment on; see {@link TreePlan#isConfirmed}. */
  protected final void sendUp(int segment) {
    MemorySegment data = children == 0 ? own : accumulator();
    long offset = children == 0 ? plan.offset(segment) : accumulatorOffset(segment);
    int parent = plan.branch().parent();
    if (plan.isConfirmed(segment)) {
      sendSynchronouslyTo(parent, PARENT, segment, data, offset, plan.length(segment));
    } else {
      sendTo(parent, PARENT, segment, data, offset, plan.length(segment));
    }
  }

  private long laneBytes() {
    return Math.min(plan.segmentBytes(), Math.max(1, plan.bytes()));
  }

  private long contributionOffset(int child, int segment) {
    return ((long) child * lanes + lane(segment)) * laneBytes();
  }

  private MemorySegment accumulator() {
    return isRoot() ? result : scratch;
  }

  private long accumulatorOffset(int segment) {
    return isRoot()
        ? plan.offset(segment)
        : ((long) children * lanes + lane(segment)) * laneBytes();
  }

  @Override
  public final String describe() {
    return "reduce of "
        + plan.bytes()
        + " bytes ("
        + segments
        + " segments, "
        + (isRoot() ? "root" : "parent rank " + plan.branch().parent())
        + ", "
        + children
        + " children)";
  }
}
