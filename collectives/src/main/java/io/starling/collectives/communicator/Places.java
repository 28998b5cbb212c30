package io.starling.collectives.communicator;

import io.starling.collectives.call.Collectives;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.neighbour.Grid;
import io.starling.collectives.reorder.RankDistances;
import io.starling.collectives.reorder.RankSearch;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.topology.layout.Layout;
import io.starling.topology.locality.EdgesPattern;
import io.starling.topology.locality.LinkCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Gives each rank a place in a grid or graph, so that neighbours are near each other. Rank 0
 * searches and tells the others.
 */
final class Places {

  private static final int ROOT = 0;

  /** A weight stands for so many bytes, so that it counts more than the latency. */
  private static final double BYTES_OF_WEIGHT = LinkCosts.DEFAULT_WINDOW_BYTES;

  private final Member member;
  private final Selection selection;
  private final int rank;

  Places(Member member, Selection selection) {
    this.member = member;
    this.selection = selection;
    rank = member.context().rank();
  }

  /** This rank's place in a grid; its own number if the grid has no place for it. */
  int inGrid(Grid grid) {
    return place(grid.size(), () -> edges(grid));
  }

  /** This rank's place in a graph; place {@code i} has the neighbours that rank {@code i} named. */
  int inGraph(List<Adjacency> roles) {
    return place(roles.size(), () -> edges(roles));
  }

  private int place(int count, Supplier<EdgesPattern> edges) {
    Layout layout = member.context().layout();
    if (count > RankSearch.MOST_RANKS || count < 3 || !RankDistances.areKnown(layout)) {
      return rank;
    }
    int[] ranks =
        rank == ROOT
            ? RankSearch.order(edges.get(), RankDistances.of(layout, count), 0)
            : new int[count];
    new DataMovement(new Collectives(member, selection)).broadcast(Buffer.of(ranks), ROOT).run();
    for (int place = 0; place < count; place++) {
      if (ranks[place] == rank) {
        return place;
      }
    }
    return rank;
  }

  private static EdgesPattern edges(Grid grid) {
    List<int[]> pairs = new ArrayList<>();
    for (int place = 0; place < grid.size(); place++) {
      Neighbours neighbours = grid.neighbours(place);
      for (int i = 0; i < neighbours.destinations(); i++) {
        if (neighbours.destination(i) != Neighbours.NOBODY) {
          pairs.add(new int[] {place, neighbours.destination(i), 1});
        }
      }
    }
    return edges(grid.size(), pairs);
  }

  private static EdgesPattern edges(List<Adjacency> roles) {
    List<int[]> pairs = new ArrayList<>();
    for (int place = 0; place < roles.size(); place++) {
      Adjacency role = roles.get(place);
      for (int i = 0; i < role.destinations().length; i++) {
        pairs.add(new int[] {place, role.destinations()[i], role.destinationWeights()[i]});
      }
    }
    return edges(roles.size(), pairs);
  }

  private static EdgesPattern edges(int count, List<int[]> pairs) {
    return new EdgesPattern(
        count,
        pairs.stream().mapToInt(pair -> pair[0]).toArray(),
        pairs.stream().mapToInt(pair -> pair[1]).toArray(),
        pairs.stream().mapToDouble(pair -> pair[2] * BYTES_OF_WEIGHT).toArray());
  }
}
