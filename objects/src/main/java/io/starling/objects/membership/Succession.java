package io.starling.objects.membership;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.Decision.Admission;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.MembershipMessage.Join;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/** Which view a keeper wants after a view: without those that go, with one that comes. */
final class Succession {

  /** A store that skips views hears of so many that left. */
  private static final int REMEMBERED = 64;

  private Succession() {}

  /**
   * The next view, or null if nothing changes.
   *
   * @param leaves the stores that want to leave
   * @param dead the stores that are held for dead
   * @param join the request of a store that is not in the view, or null
   * @param last the store that stays if no other would
   */
  static Decision next(
      Decision current, Set<Integer> leaves, IntPredicate dead, Join join, int last) {
    View view = current.view();
    List<Member> members = new ArrayList<>(view.members());
    members.removeIf(member -> leaves.contains(member.slot()) || dead.test(member.slot()));
    if (members.isEmpty()) {
      members.addAll(view.members());
      members.removeIf(member -> member.slot() != last);
    }
    if (members.size() == view.members().size() && join == null) {
      return null;
    }
    int nextSlot = view.nextSlot();
    List<Admission> admissions = new ArrayList<>(current.admissions());
    if (join != null) {
      members.add(new Member(nextSlot, join.host(), join.port()));
      admissions.add(new Admission(nextSlot, join.request()));
      nextSlot++;
    }
    View next = new View(view.number() + 1, nextSlot, members);
    admissions.removeIf(admission -> !next.contains(admission.slot()));
    return new Decision(next, admissions, left(current, next, leaves));
  }

  private static List<Member> left(Decision current, View next, Set<Integer> leaves) {
    List<Member> all = new ArrayList<>(current.left());
    current.view().members().stream()
        .filter(member -> leaves.contains(member.slot()) && !next.contains(member.slot()))
        .forEach(all::add);
    int kept = Math.min(all.size(), Math.max(REMEMBERED, leaves.size()));
    return all.subList(all.size() - kept, all.size());
  }
}
