package io.starling.launcher;

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
  static final String DEFAULT_OBJECTIVE = "allreduce=ring";

  /** In the given order. */
  public static final OrderRequest GIVEN =
      new OrderRequest(false, Optional.empty(), Objective.parse(DEFAULT_OBJECTIVE), false);

  private static final String LOCALITY = "locality";

  /** Whether hosts get their ranks in the given order. */
  boolean isGiven() {
    return !byLocality;
  }

  /**
   * Reads {@code given}, {@code locality} or {@code locality=FILE}.
   *
   * @throws IllegalArgumentException if it is none of these, or the objective is wrong
   */
  static OrderRequest parse(String rankBy, String objective, boolean anew) {
    Objective goal;
    try {
      goal = Objective.parse(objective);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--rank-for: " + e.getMessage(), e);
    }
    if (rankBy.equals("given")) {
      return new OrderRequest(false, Optional.empty(), goal, anew);
    }
    if (rankBy.equals(LOCALITY)) {
      return new OrderRequest(true, Optional.empty(), goal, anew);
    }
    if (rankBy.startsWith(LOCALITY + "=") && rankBy.length() > LOCALITY.length() + 1) {
      Path file = Path.of(rankBy.substring(LOCALITY.length() + 1));
      return new OrderRequest(true, Optional.of(file), goal, anew);
    }
    throw new IllegalArgumentException(
        "--rank-by must be given, locality or locality=FILE, not '%s'".formatted(rankBy));
  }
}
