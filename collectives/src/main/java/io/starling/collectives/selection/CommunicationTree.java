package io.starling.collectives.selection;

import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.algorithm.TreeKind;
import io.starling.collectives.tree.Branch;
import io.starling.topology.Level;
import io.starling.topology.layout.Hierarchy;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.LayoutBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The whole topology tree of a job, for display; a rank knows only its own place. */
public final class CommunicationTree {

  /**
   * One message a segment.
   *
   * @param parent the rank nearer to the root
   * @param child the rank farther from it
   * @param level the smallest level that both share
   */
  public record Edge(int parent, int child, Level level) {}

  private final Parameters parameters;

  /**
   * A tree of trees.
   *
   * @param levels the trees of its levels, such as {@code node=binomial,package=chain}; levels that
   *     are not named use chains
   * @throws IllegalArgumentException if a level or a tree is unknown; the message lists the names
   */
  public CommunicationTree(String levels) {
    parameters = levels.isBlank() ? Parameters.DEFAULT : Selection.treeParameters(levels);
  }

  /** The trees of these levels, such as {@code node=binomial, package=chain}. */
  public String describe(Stream<Level> levels) {
    return levels
        .map(level -> level.label() + "=" + parameters.treeOf(level).label())
        .collect(Collectors.joining(", "));
  }

  /**
   * All edges; those of a parent are in the order in which it serves its children.
   *
   * @param root from 0 to the number of ranks - 1
   */
  public List<Edge> edges(LayoutBuilder survey, int ranks, int root) {
    List<Edge> edges = new ArrayList<>();
    Layout[] layouts = new Layout[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      if (layouts[rank] == null) {
        Layout layout = survey.layoutOf(rank);
        layout.own().ranks().stream().forEach(neighbour -> layouts[neighbour] = layout);
      }
      Hierarchy hierarchy = layouts[rank].hierarchy(rank);
      Branch branch = parameters.shape(TreeKind.TOPOLOGY, hierarchy).branch(rank, ranks, root);
      for (int child : branch.children()) {
        edges.add(new Edge(rank, child, hierarchy.levelTo(child)));
      }
    }
    return edges;
  }
}
