package io.starling.collectives.operation;

import io.starling.collectives.tree.Branch;
import io.starling.topology.Level;
import io.starling.topology.layout.Hierarchy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** Splits a topology tree into the trees of its levels. */
public final class LevelPlans {

  private LevelPlans() {}

  /** A plan for each level on which this rank has a parent or children, slowest level first. */
  public static List<TreePlan> of(Hierarchy hierarchy, TreePlan plan) {
    Branch whole = plan.branch();
    var levels = new TreeSet<Level>();
    if (!whole.isRoot()) {
      levels.add(hierarchy.levelTo(whole.parent()));
    }
    for (int child : whole.children()) {
      levels.add(hierarchy.levelTo(child));
    }
    List<TreePlan> plans = new ArrayList<>();
    for (Level level : levels) {
      boolean hasParent = !whole.isRoot() && hierarchy.levelTo(whole.parent()) == level;
      int[] children =
          Arrays.stream(whole.children())
              .filter(child -> hierarchy.levelTo(child) == level)
              .toArray();
      plans.add(plan.with(new Branch(hasParent ? whole.parent() : Branch.NONE, children)));
    }
    return plans;
  }
}
