package io.starling.launcher.placing;

import io.starling.topology.locality.Objective;
import java.nio.file.Path;
import java.util.Optional;

/**
 * In which order hosts get their ranks.
 *
 * @param byLocality whether in the order that the network suits best; otherwise in the given one
 * @param matrix a file with the round-trip times; empty to measure them, or take them from the
 *     cache
 * @param objective what shall cost little
 * @param anew whether to measure even if the cache has the times
 */
public record OrderRequest(
    boolean byLocality, Optional<Path> matrix, Objective objective, boolean anew) {

  /** A ring, as most libraries have it for long messages. */
  public static final String DEFAULT_OBJECTIVE = "allreduce=ring";

  /** In the given order. */
  public static final OrderRequest GIVEN =
      new OrderRequest(false, Optional.empty(), Objective.parse(DEFAULT_OBJECTIVE), false);

  /** Whether hosts get their ranks in the given order. */
  public boolean isGiven() {
    return !byLocality;
  }

  /**
   * A request.
   *
   * @param rankBy by locality; empty for the given order
   * @throws IllegalArgumentException if the objective is wrong
   */
  public static OrderRequest parse(Optional<RankBy> rankBy, String objective, boolean anew) {
    try {
      return new OrderRequest(
          rankBy.isPresent(), rankBy.flatMap(RankBy::matrix), Objective.parse(objective), anew);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--rank-for: " + e.getMessage(), e);
    }
  }
}
