package io.starling.bench.topo;

import io.starling.bench.report.Units;
import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A communication tree as an outline. What a rank sends over one level is one line; a chain of
 * ranks that each serve one child over the same level is one line too, so that nothing indents for
 * ever.
 *
 * <pre>{@code
 * 0  node 0, package 0, core 0
 * ├─ cluster: 0 → 8 → 16  nodes 1-2
 * │  ├─ node: 8 → 12  node 1, package 1, core 4
 * │  │  └─ package: 12 → 13 → 14 → 15  node 1, package 1, cores 5-7
 * }</pre>
 */
public final class TreeText {

  /** Longer chains whose ranks are evenly spaced are shortened in the middle. */
  private static final int LONGEST_CHAIN = 8;

  private final TopologyScene scene;
  private final Glyphs glyphs;
  private final Seating seating;

  /**
   * Whether no rank sends over a slower level than it is served over: each level below the last.
   */
  private final boolean stacked;

  private final Map<Integer, Map<Level, List<Integer>>> children = new LinkedHashMap<>();

  private TreeText(TopologyScene scene, Glyphs glyphs) {
    this.scene = scene;
    this.glyphs = glyphs;
    seating = new Seating(scene.placement());
    Map<Integer, Level> incoming =
        scene.edges().stream().collect(Collectors.toMap(Edge::to, Edge::level));
    stacked =
        scene.edges().stream()
            .allMatch(
                edge ->
                    edge.level().compareTo(incoming.getOrDefault(edge.from(), Level.CLUSTER)) >= 0);
    for (Edge edge : scene.edges()) {
      children
          .computeIfAbsent(edge.from(), _ -> new LinkedHashMap<>())
          .computeIfAbsent(edge.level(), _ -> new ArrayList<>())
          .add(edge.to());
    }
  }

  /** The tree, then a line for each level that it uses. Each line ends with a newline. */
  public static String of(TopologyScene scene, Glyphs glyphs) {
    TreeText text = new TreeText(scene, glyphs);
    return text.tree() + text.summary();
  }

  private String tree() {
    return scene.roots().stream()
        .map(root -> new Outline(root + "  " + seating.describe(root), levels(root, null)))
        .map(outline -> outline.render(glyphs))
        .collect(Collectors.joining());
  }

  /** A line for each level of a rank but one, which the line above has shown. */
  private List<Outline> levels(int rank, Level shown) {
    List<Outline> lines = new ArrayList<>();
    children
        .getOrDefault(rank, Map.of())
        .forEach(
            (level, targets) -> {
              if (level != shown) {
                lines.addAll(
                    targets.size() == 1 ? chains(rank, level) : List.of(fan(rank, level, targets)));
              }
            });
    return lines;
  }

  /** Where slower levels follow on faster ones, chains follow each other and do not nest. */
  private List<Outline> chains(int rank, Level first) {
    List<Outline> lines = new ArrayList<>();
    Map<Level, List<Integer>> rest = Map.of(first, targets(rank, first));
    int head = rank;
    while (isOneChild(rest)) {
      Level level = rest.keySet().iterator().next();
      List<Integer> chain = chain(head, level);
      List<Integer> reached = chain.subList(1, chain.size());
      List<Outline> below = new ArrayList<>();
      reached.subList(0, reached.size() - 1).forEach(member -> below.addAll(levels(member, level)));
      head = chain.getLast();
      rest = children.getOrDefault(head, Map.of());
      if (stacked || !below.isEmpty() || !isOneChild(rest)) {
        below.addAll(levels(head, null));
        rest = Map.of();
      }
      lines.add(new Outline(line(level, join(chain), reached), below));
    }
    return lines;
  }

  private static boolean isOneChild(Map<Level, List<Integer>> levels) {
    return levels.size() == 1 && levels.values().iterator().next().size() == 1;
  }

  private List<Integer> chain(int rank, Level level) {
    List<Integer> chain = new ArrayList<>(List.of(rank));
    List<Integer> next = targets(rank, level);
    while (next.size() == 1) {
      chain.add(next.getFirst());
      next = targets(next.getFirst(), level);
    }
    return chain;
  }

  private Outline fan(int rank, Level level, List<Integer> targets) {
    List<Outline> below = new ArrayList<>();
    targets.forEach(target -> below.addAll(levels(target, null)));
    String arrow = " " + glyphs.arrow() + " ";
    return new Outline(
        line(level, rank + arrow + NumberRanges.of(targets).replace(",", ", "), targets), below);
  }

  private String line(Level level, String ranks, List<Integer> reached) {
    return level.label() + ": " + ranks + "  " + seating.describe(reached);
  }

  private List<Integer> targets(int rank, Level level) {
    return children.getOrDefault(rank, Map.of()).getOrDefault(level, List.of());
  }

  private String join(List<Integer> chain) {
    String arrow = " " + glyphs.arrow() + " ";
    if (chain.size() <= LONGEST_CHAIN || !isEven(chain)) {
      return chain.stream().map(String::valueOf).collect(Collectors.joining(arrow));
    }
    String beginning =
        chain.stream().limit(3).map(String::valueOf).collect(Collectors.joining(arrow));
    return beginning + arrow + glyphs.ellipsis() + arrow + chain.getLast();
  }

  private static boolean isEven(List<Integer> chain) {
    int step = chain.get(1) - chain.get(0);
    for (int i = 2; i < chain.size(); i++) {
      if (chain.get(i) - chain.get(i - 1) != step) {
        return false;
      }
    }
    return true;
  }

  private String summary() {
    return scene.counts().entrySet().stream()
        .map(
            level ->
                "%-8s %-22s %s\n"
                    .formatted(
                        level.getKey().label(),
                        LevelStyle.of(level.getKey()).meaning(),
                        Units.count(level.getValue(), "edge")))
        .collect(Collectors.joining());
  }
}
