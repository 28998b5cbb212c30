package io.starling.bench.topo;

import io.starling.bench.topo.Route.Trunk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which trunks run where already. */
final class Traffic {

  private record Step(Trunk trunk, int from, int to) {}

  private record Passage(int cell, boolean alongRow) {}

  private final Set<Step> steps = new HashSet<>();
  private final Map<Passage, Set<Trunk>> passages = new HashMap<>();

  /** Notes a step to a neighbouring cell. */
  void add(Trunk trunk, int from, int to, boolean alongRow) {
    steps.add(new Step(trunk, from, to));
    note(trunk, new Passage(from, alongRow));
    note(trunk, new Passage(to, alongRow));
  }

  private void note(Trunk trunk, Passage passage) {
    passages.computeIfAbsent(passage, _ -> new HashSet<>()).add(trunk);
  }

  /** Whether the trunk has an edge that takes this step. */
  boolean has(Trunk trunk, int from, int to) {
    return steps.contains(new Step(trunk, from, to));
  }

  /** Whether the trunk has an edge through this cell. */
  boolean passes(Trunk trunk, int cell) {
    return through(cell, true).contains(trunk) || through(cell, false).contains(trunk);
  }

  /** How many other trunks lie in a cell in this direction. */
  long beside(Trunk trunk, int cell, boolean alongRow) {
    return through(cell, alongRow).stream().filter(other -> !other.equals(trunk)).count();
  }

  /** How many other trunks go straight through a cell across this direction. */
  long crossing(Trunk trunk, int cell, boolean alongRow) {
    Set<Trunk> along = through(cell, alongRow);
    return through(cell, !alongRow).stream()
        .filter(other -> !other.equals(trunk) && !along.contains(other))
        .count();
  }

  private Set<Trunk> through(int cell, boolean alongRow) {
    return passages.getOrDefault(new Passage(cell, alongRow), Set.of());
  }
}
