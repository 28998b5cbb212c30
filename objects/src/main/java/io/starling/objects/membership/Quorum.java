package io.starling.objects.membership;

import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.View;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Whether this store reaches enough keepers for a decision.
 *
 * <p>Invariant: it speaks when this changes, and only then.
 */
final class Quorum {

  private final int self;
  private final MembershipListener listener;
  private boolean reached = true;

  Quorum(int self, MembershipListener listener) {
    this.self = self;
    this.listener = listener;
  }

  boolean isReached() {
    return reached;
  }

  /**
   * Looks again.
   *
   * @param isReached whether a keeper is reached
   */
  void check(View view, Keepers keepers, IntPredicate isReached) {
    boolean enough = keepers.count(isReached) >= keepers.majority();
    if (enough == reached) {
      return;
    }
    reached = enough;
    if (enough) {
      listener.quorumAgain();
    } else {
      listener.noQuorum(text(view, keepers, isReached));
    }
  }

  private String text(View view, Keepers keepers, IntPredicate isReached) {
    if (keepers.slots().size() == 1) {
      return "no quorum: %s alone decides on view %d, as there are fewer than three stores, and it is not reached; store %d can't go on without it. If it is dead, start all stores anew; of three stores or more, any may die"
          .formatted(names(view, keepers.slots()), view.number() + 1, self);
    }
    List<Integer> there = keepers.slots().stream().filter(isReached::test).toList();
    List<Integer> missing = keepers.slots().stream().filter(slot -> !there.contains(slot)).toList();
    return "no quorum: store %d reaches %d of the %d keepers of view %d, and %d have to agree that a store joins or leaves; reached: %s; not reached: %s. Look at the network between them; if most are dead, start all stores anew"
        .formatted(
            self,
            there.size(),
            keepers.slots().size(),
            view.number(),
            keepers.majority(),
            there.isEmpty() ? "none" : names(view, there),
            names(view, missing));
  }

  private static String names(View view, List<Integer> slots) {
    return view.members().stream()
        .filter(member -> slots.contains(member.slot()))
        .map(Member::toString)
        .collect(Collectors.joining(", "));
  }
}
