package io.starling.objects.directory;

import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.View;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Finds sources of one half for a batch of stores: each gets the free copy that is nearest to a
 * root, so the batch grows to a tree. Who was behind a dead store gets its source. A copy that
 * serves none yet is planted first. Then the inner copies of one tree are the leaves of the other,
 * and every copy sends one object in all (two-tree broadcast, Sanders, Speck and Träff 2009).
 *
 * <pre>
 *   EVEN        original           ODD         original
 *                  1                              4
 *                2   3                          5   6
 *              4 5   6                        1 2   3
 * </pre>
 */
final class Planting {

  private record Plot(Location copy, int depth, int order) {}

  private final Copies copies;
  private final Lane half;
  private final List<Location> askers;
  private final PriorityQueue<Plot> plots =
      new PriorityQueue<>(Comparator.comparingInt(Plot::depth).thenComparingInt(Plot::order));
  private int order;

  /**
   * @param batch of copies; those among them that have no source are planted
   */
  Planting(Copies copies, Lane half, List<Location> batch) {
    this.copies = copies;
    this.half = half;
    this.askers =
        batch.stream()
            .filter(copy -> copy.source(half) == View.NO_STORE)
            .sorted(Comparator.comparingInt(Location::readers))
            .toList();
  }

  /**
   * Gives sources to the copies that have none.
   *
   * @param avoid the store that each store does not reach, or {@link View#NO_STORE}
   * @return the copies that got one
   */
  List<Location> plant(Map<Integer, Integer> avoid) {
    if (!askers.isEmpty()) {
      survey();
    }
    return askers.stream().filter(asker -> plant(asker, avoid.get(asker.slot()))).toList();
  }

  private boolean plant(Location asker, int avoid) {
    Location source = sourceOf(avoid);
    if (source == null) {
      source = nearest(avoid);
    }
    if (source == null) {
      source = leastBusy(avoid);
    }
    if (source == null) {
      return false;
    }
    copies.attach(asker, source, half);
    if (asker.readers(half) > 0) {
      survey(); // What reads from it is rooted with it.
    } else {
      offer(asker);
    }
    return true;
  }

  /** The source of a store that may be dead has one reader less then, and had its bytes first. */
  private Location sourceOf(int dead) {
    Location copy = copies.at(dead);
    Location source = copy == null ? null : copies.at(copy.source(half));
    boolean found =
        source != null
            && !copies.isMissed(source)
            && copies.load(source) < Location.EGRESS
            && copies.depth(source, half) >= 0;
    return found ? source : null;
  }

  private void survey() {
    plots.clear();
    int roots = 0;
    for (Location copy : copies.free()) {
      if (offer(copy) && copy.isRoot() && ++roots > askers.size()) {
        return; // One more than are needed, as an asker may avoid one.
      }
    }
  }

  private boolean offer(Location copy) {
    int depth = copy.isFree(half) && !copies.isMissed(copy) ? copies.depth(copy, half) : -1;
    return depth >= 0 && plots.add(new Plot(copy, depth, order++));
  }

  private Location nearest(int avoid) {
    Plot plot = first();
    if (plot != null && plot.copy().slot() == avoid) {
      plots.remove();
      Plot second = first();
      plots.add(plot);
      plot = second;
    }
    return plot == null ? null : plot.copy();
  }

  private Plot first() {
    while (!plots.isEmpty() && !plots.element().copy().isFree(half)) {
      plots.remove();
    }
    return plots.peek();
  }

  /**
   * The deaths of others leave a copy that serves nothing in this half where none is rooted. Then
   * another one serves a second reader in it, or more than it should: a store that waits would hold
   * up all that wait for it. {@link Relief} mends that.
   */
  private Location leastBusy(int avoid) {
    return copies.all().stream()
        .filter(copy -> copy.slot() != avoid && copies.depth(copy, half) >= 0)
        .min(Comparator.comparing(copies::isMissed).thenComparingInt(copies::load))
        .orElse(null);
  }
}
