package io.starling.objects.membership;

import io.starling.objects.protocol.View;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which stores are held for dead: by this store, and by enough keepers to act.
 *
 * <pre>
 *                                          this store                the keepers
 * connection broke, new one refused -----> suspects ---+
 * reported by another, quiet for 1 s ----> suspects ---+--- majority ---> out
 * quiet for 5 s (if this is a keeper) ---> suspects ---+
 *       any message of the store ends it
 * </pre>
 *
 * <p>Invariant: one store alone, or a link alone, makes no store leave, unless it is the only
 * keeper. A keeper seconds a report only if it has not heard the store for two beats, or finds it
 * unreachable itself. A suspicion is about a slot, which is never reused, and so outlives a view.
 */
final class Suspicions {

  private final int self;
  private final Timing timing;
  private final Beats beats;

  /** The stores that this one could not reach, and has not heard since. */
  private final Set<Integer> unreachable = new HashSet<>();

  /** The stores that another one suspects, and that this one has not heard since. */
  private final Set<Integer> reported = new HashSet<>();

  /** When a store last said that it suspects another: by suspected store, by sender. */
  private final Map<Integer, Map<Integer, Long>> opinions = new HashMap<>();

  private Keepers keepers;

  Suspicions(int self, Timing timing, Beats beats) {
    this.self = self;
    this.timing = timing;
    this.beats = beats;
  }

  void enter(View view) {
    keepers = Keepers.of(view);
    unreachable.removeIf(slot -> !view.contains(slot));
    reported.removeIf(slot -> !view.contains(slot));
    opinions.keySet().removeIf(slot -> !view.contains(slot));
  }

  /** A message of a store came. */
  void hear(int slot) {
    unreachable.remove(slot);
    reported.remove(slot);
  }

  /** This store could not reach another one; returns whether that is news. */
  boolean onUnreachable(int slot) {
    return unreachable.add(slot);
  }

  /** Another store suspects a store of the view. */
  void onReport(int from, int slot, long now) {
    reported.add(slot);
    opinions.computeIfAbsent(slot, unknown -> new HashMap<>()).put(from, now);
  }

  /** Whether this store suspects a store of the view. Beats come to keepers only. */
  boolean isSuspected(int slot, long now) {
    if (slot == self) {
      return false;
    }
    return unreachable.contains(slot)
        || (keepers.contains(self)
            && (beats.quiet(slot, now) >= timing.silence()
                || (reported.contains(slot) && !isFresh(slot, now))));
  }

  /** Whether a majority of the keepers suspects a store of the view. */
  boolean isHeldForDead(int slot, long now) {
    return keepers.count(
            keeper -> keeper == self ? isSuspected(slot, now) : isSuspectedBy(keeper, slot, now))
        >= keepers.majority();
  }

  /** Whether a store of the view was heard within the last two beats. */
  boolean isFresh(int slot, long now) {
    return slot == self || beats.quiet(slot, now) < timing.fresh();
  }

  /** Whether this store and a keeper still hear each other. */
  boolean isReached(int slot, long now) {
    return slot == self
        || (!unreachable.contains(slot) && beats.quiet(slot, now) < timing.silence());
  }

  private boolean isSuspectedBy(int other, int slot, long now) {
    Long said = opinions.getOrDefault(slot, Map.of()).get(other);
    return said != null && now - said < timing.opinion();
  }
}
