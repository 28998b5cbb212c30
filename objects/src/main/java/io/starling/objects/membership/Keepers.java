package io.starling.objects.membership;

import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.View;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The stores that decide which view comes after a view: its first ones, by slot.
 *
 * <pre>
 * stores    1  2 | 3  4 | 5  6  ...
 * keepers   1  1 | 3  3 | 5  5           of which a majority decides: 1, 2, 3
 * </pre>
 *
 * <p>Invariant: every store finds the same keepers for a view, and two majorities of them share
 * one.
 */
record Keepers(List<Integer> slots) {

  static Keepers of(View view) {
    int stores = view.members().size();
    int count = stores >= 5 ? 5 : stores >= 3 ? 3 : 1;
    return new Keepers(view.members().stream().limit(count).map(Member::slot).toList());
  }

  int majority() {
    return slots.size() / 2 + 1;
  }

  boolean contains(int slot) {
    return slots.contains(slot);
  }

  /** How many keepers come before one, without those that it suspects. */
  int rank(int slot, IntPredicate suspected) {
    return (int) slots.stream().filter(other -> other < slot && !suspected.test(other)).count();
  }

  /** How many keepers fulfil a condition. */
  int count(IntPredicate condition) {
    return (int) slots.stream().filter(condition::test).count();
  }
}
