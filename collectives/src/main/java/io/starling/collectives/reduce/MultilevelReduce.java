package io.starling.collectives.reduce;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.LevelPlans;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Stages;
import io.starling.runtime.reduction.Fold;
import java.util.List;

/**
 * The reduce with a communicator per level (ADAPT, section 3.1), for comparison: first within the
 * smallest groups, then between their leaders, and so on. A leader has the whole result of its
 * group before it begins the next level, so levels do not overlap, and it needs memory for a
 * message.
 *
 * <pre>
 * package   s0 s1 s2 ... done
 * node                        s0 s1 s2 ... done
 * cluster                                       s0 s1 s2 ...
 * </pre>
 *
 * Invariant: at most one level is open; between levels the intermediate result is complete.
 */
public final class MultilevelReduce extends ReduceOperation {

  private final List<TreeReduce> levels;
  private final Stages stages;
  private Memory intermediate;

  /**
   * An operation for a plan on a topology tree.
   *
   * @param inOrder whether children must be folded in order
   */
  public MultilevelReduce(Context context, TreePlan plan, Fold fold, boolean inOrder) {
    super(context, plan, fold, inOrder);
    levels =
        LevelPlans.of(context.hierarchy(), plan).reversed().stream()
            .map(level -> new TreeReduce(context, level, fold, inOrder))
            .toList();
    stages = new Stages(this, levels, this::prepare);
  }

  @Override
  protected void start() {
    if (levels.isEmpty()) {
      super.start();
    } else if (!isRoot() && levels.size() > 1) {
      intermediate = engine().scratch(own(), fold(), Math.max(1, plan.bytes()));
    }
    stages.start();
  }

  private void prepare(int level) {
    Memory target = isRoot() ? result() : intermediate;
    Memory source = level == 0 ? own() : target;
    levels.get(level).useMemory(source, target);
    levels.get(level).useTag(tag(), number());
  }

  @Override
  protected Operation delegate() {
    return stages.current();
  }

  @Override
  protected boolean finished() {
    return stages.finished();
  }

  @Override
  protected void onEnd(boolean failed) {
    super.onEnd(failed);
    if (failed) {
      stages.abandon(failure());
    } else if (intermediate != null) {
      engine().release(intermediate);
    }
    intermediate = null;
  }
}
