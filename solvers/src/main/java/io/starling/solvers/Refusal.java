package io.starling.solvers;

import java.time.Duration;
import java.util.Optional;

/** Why a solver does not begin. */
final class Refusal {

  private static final int FEWEST = 3;

  /** Beyond, the model alone takes longer to build than the limit. */
  private static final int MOST = 128;

  private Refusal() {}

  /** A line for people; empty if there is no reason. */
  static Optional<String> of(String solver, Optional<Stages> stages, Duration limit) {
    if (stages.isEmpty()) {
      return Optional.of(
          solver + ": solves only rings, halving-doubling, bcube and double trees of the paper");
    }
    int ranks = stages.get().ranks();
    if (ranks < FEWEST) {
      return Optional.of("%s: %d hosts have one order only".formatted(solver, ranks));
    }
    if (ranks > MOST) {
      return Optional.of(
          "%s: %d hosts are too many for an exact answer; at most %d"
              .formatted(solver, ranks, MOST));
    }
    return limit.toMillis() < 1
        ? Optional.of(solver + ": there was no time to solve")
        : Optional.empty();
  }
}
