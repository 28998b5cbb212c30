package io.starling.objects.directory;

import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.View;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Finds sources of one half for a batch of stores: each gets the free copy that is nearest to a
 * root, so the batch grows to a tree. Who serves nobody yet is planted first. Then the inner copies
 * of one tree are the leaves of the other, and every copy sends one object in all (two-tree
 * broadcast, Sanders, Speck and Träff 2009).
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
   * @return the source of each copy that got one
   */
  Map<Location, Location> plant(Map<Integer, Integer> avoid) {
    Map<Location, Location> sources = new LinkedHashMap<>();
    if (!askers.isEmpty()) {
      survey();
    }
    for (Location asker : askers) {
      Location source = plant(asker, avoid.get(asker.slot()));
      if (source != null) {
        sources.put(asker, source);
      }
    }
    return sources;
  }

  private Location plant(Location asker, int avoid) {
    Plot plot = take(avoid);
    Location source = plot == null ? leastBusy(avoid) : plot.copy();
    if (source == null) {
      return null;
    }
    copies.attach(asker, source, half);
    if (asker.readers(half) > 0) {
      survey(); // What reads from it is rooted with it.
    } else {
      if (plot != null && source.isFree(half)) {
        plots.add(plot);
      }
      offer(asker);
    }
    return source;
  }

  private void survey() {
    plots.clear();
    int roots = 0;
    for (Location copy : copies.free()) {
      offer(copy);
      if (copy.isRoot() && copy.isFree(half) && ++roots > askers.size()) {
        return; // One more than are needed, as an asker may avoid one.
      }
    }
  }

  private void offer(Location copy) {
    int depth = copy.isFree(half) ? copies.depth(copy, half) : -1;
    if (depth >= 0) {
      plots.add(new Plot(copy, depth, order++));
    }
  }

  private Plot take(int avoid) {
    Plot first = plots.poll();
    if (first == null || first.copy().slot() != avoid) {
      return first;
    }
    Plot second = plots.poll();
    plots.add(first);
    return second;
  }

  /**
   * The deaths of others leave a copy that serves nothing in this half where none is rooted. Then
   * another one serves a second reader in it, or more than it should: a store that waits would hold
   * up all that wait for it. The source of a dead store has lost a reader, so it comes first.
   */
  private Location leastBusy(int avoid) {
    return copies.all().stream()
        .filter(copy -> copy.slot() != avoid && copies.depth(copy, half) >= 0)
        .min(Comparator.comparingInt(copy -> copies.load(copy, avoid)))
        .orElse(null);
  }
}
