package io.starling.bench.order;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.ExactSearch;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.RankOrder;
import java.time.Duration;
import java.util.List;

/**
 * What a solver makes of an order that the search has found. The solvers are in an optional module:
 * without it, the order stands.
 *
 * @param solver its name, or {@link #NONE}
 * @param limit its longest time
 */
record ExactStage(String solver, Duration limit) {

  private static final String NONE = "none";
  private static final List<String> NAMES = List.of("cp-sat", "z3", NONE);

  /**
   * The stage that the options ask for.
   *
   * @throws IllegalArgumentException if there is no such solver or the time is negative
   */
  static ExactStage of(String solver, int seconds) {
    if (!NAMES.contains(solver)) {
      throw new IllegalArgumentException(
          "--solver must be one of %s, not '%s'".formatted(String.join(", ", NAMES), solver));
    }
    if (seconds < 0) {
      throw new IllegalArgumentException("--solver-limit must be at least 0 seconds");
    }
    return new ExactStage(solver, Duration.ofSeconds(seconds));
  }

  /**
   * The better order of the two, and a line for people.
   *
   * @throws InterruptedException if this thread is interrupted; the solver ends
   */
  ExactSearch.Improved improve(RankOrder found, CommunicationPattern pattern, LinkCosts links)
      throws InterruptedException {
    if (solver.equals(NONE)) {
      return new ExactSearch.Improved(found, "");
    }
    for (ExactSearch each : ExactSearch.all()) {
      if (each.name().equals(solver)) {
        return each.improve(found, pattern, links, limit);
      }
    }
    return new ExactSearch.Improved(
        found, solver + ": the module starling-solvers is not on the class path");
  }
}
