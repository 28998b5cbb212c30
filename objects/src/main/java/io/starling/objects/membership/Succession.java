package io.starling.objects.membership;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.Decision.Admission;
import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.MembershipMessage.Join;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Which view a keeper wants after a view: without those that go, with one that comes. */
final class Succession {

  private Succession() {}

  /**
   * The next view, or null if nothing changes.
   *
   * @param goes the stores that leave or are dead
   * @param join the request of a store that is not in the view, or null
   * @param last the store that stays if no other would
   */
  static Decision next(Decision current, IntPredicate goes, Join join, int last) {
    View view = current.view();
    List<Member> members = new ArrayList<>(view.members());
    members.removeIf(member -> goes.test(member.slot()));
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
    return new Decision(next, admissions);
  }
}
