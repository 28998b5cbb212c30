package io.starling.collectives.broadcast;

import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.LevelPlans;
import io.starling.collectives.operation.TreePlan;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Stages;
import java.util.List;

/**
 * The broadcast with a communicator per level (ADAPT, section 3.1), for comparison: first between
 * the nodes, then between the packages of a node, and so on. A rank completes one level before it
 * begins the next, so levels do not overlap. Each level is ADAPT's pipeline.
 *
 * <pre>
 * cluster   s0 s1 s2 ... done
 * node                        s0 s1 s2 ... done
 * package                                       s0 s1 s2 ...
 * </pre>
 *
 * Invariant: at most one level is open.
 */
public final class MultilevelBroadcast extends BroadcastOperation {

  private final List<TreeBroadcast> levels;
  private final Stages stages;

  /** An operation for a plan on a topology tree. */
  public MultilevelBroadcast(Context context, TreePlan plan) {
    super(context, plan);
    levels =
        LevelPlans.of(context.hierarchy(), plan).stream()
            .map(level -> new TreeBroadcast(context, level))
            .toList();
    stages = new Stages(this, levels, this::prepare);
  }

  private void prepare(int level) {
    levels.get(level).useMemory(data(), null);
    levels.get(level).useTag(tag(), number());
  }

  @Override
  protected void start() {
    stages.start();
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
    }
  }
}
