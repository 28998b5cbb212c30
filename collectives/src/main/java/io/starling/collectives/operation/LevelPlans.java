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
    var lanes = new TreeSet<Level>();
    if (!whole.isRoot()) {
      lanes.add(hierarchy.laneTo(whole.parent()));
    }
    for (int child : whole.children()) {
      lanes.add(hierarchy.laneTo(child));
    }
    List<TreePlan> plans = new ArrayList<>();
    for (Level lane : lanes) {
      boolean hasParent = !whole.isRoot() && hierarchy.laneTo(whole.parent()) == lane;
      int[] children =
          Arrays.stream(whole.children())
              .filter(child -> hierarchy.laneTo(child) == lane)
              .toArray();
      plans.add(plan.with(new Branch(hasParent ? whole.parent() : Branch.NONE, children)));
    }
    return plans;
  }
}
