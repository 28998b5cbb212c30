package io.starling.objects.membership;

import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.View;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When each store of the view was last heard.
 *
 * <p>Invariant: a store's quiet has only time in it during which this store ran and waited for its
 * beats. The time in which the own process was stopped counts against no store.
 */
final class Beats {

  private final Map<Integer, Long> heard = new HashMap<>();
  private Keepers keepers = new Keepers(List.of());

  /**
   * Begins a view. A store of which no beats were expected before gets new time: beats pass only
   * between a keeper and another store.
   */
  void enter(View view, int self, long now) {
    boolean keeper = keepers.contains(self);
    heard.keySet().removeIf(slot -> !view.contains(slot) || !(keeper || keepers.contains(slot)));
    for (Member member : view.members()) {
      heard.putIfAbsent(member.slot(), now);
    }
    keepers = Keepers.of(view);
  }

  /** A message of a store came. */
  void hear(int slot, long now) {
    heard.computeIfPresent(slot, (same, before) -> now);
  }

  /** How long a store of the view has said nothing. */
  long quiet(int slot, long now) {
    return now - heard.get(slot);
  }

  /** The own process was stopped for some time. */
  void forgive(long gap) {
    heard.replaceAll((slot, time) -> time + gap);
  }
}
