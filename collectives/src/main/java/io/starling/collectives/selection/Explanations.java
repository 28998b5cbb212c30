package io.starling.collectives.selection;

import io.starling.collectives.exchange.Problem;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Tells once of each decision that was made: what was chosen, and why. */
public final class Explanations {

  private record Told(Decision decision, Place place) {}

  private final Consumer<String> listener;
  private final Set<Told> told = ConcurrentHashMap.newKeySet();

  /** Lines go to {@code listener}. */
  public Explanations(Consumer<String> listener) {
    this.listener = listener;
  }

  void tell(Decision decision, Place place, long bytes) {
    if (told.add(new Told(decision, place))) {
      listener.accept(
          "%s%s on %s: %s (%s)"
              .formatted(
                  decision.kind().label(),
                  length(bytes),
                  place,
                  decision.choice().describe(),
                  decision.reason()));
    }
  }

  private static String length(long bytes) {
    if (bytes == Problem.UNKNOWN) {
      return " of unequal blocks";
    }
    return bytes == 0 ? "" : " of %d bytes".formatted(bytes);
  }
}
