package io.starling.solvers;

import com.microsoft.z3.Context;
import com.microsoft.z3.Version;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.ExactSearch;
import io.starling.topology.locality.LinkCosts;
import java.time.Duration;
import java.util.Optional;

/**
 * The solver Z3, which Cloud Collectives used (section IV-C). It has no bound before it has the
 * answer. Up to ten hosts it is as fast as CP-SAT.
 */
public final class Z3Search implements ExactSearch {

  /** For the service loader. */
  public Z3Search() {}

  @Override
  public String name() {
    return "z3";
  }

  @Override
  public Answer improve(CommunicationPattern pattern, LinkCosts links, int[] order, Duration limit)
      throws InterruptedException {
    Optional<Stages> stages = Stages.of(pattern);
    Optional<String> refusal = Refusal.of(name(), stages, limit);
    if (refusal.isPresent()) {
      return new Answer(order, 0, refusal.get());
    }
    Optional<String> failure = NativeLibraries.load(name(), Version::getString);
    if (failure.isPresent()) {
      return new Answer(order, 0, failure.get());
    }
    WholeCosts costs = WholeCosts.of(links, stages.get().mostBytes());
    try (Context context = new Context()) {
      Z3Model model = new Z3Model(context, stages.get(), costs, order);
      return Interruptible.call(() -> model.solve(limit), context::interrupt);
    }
  }
}
