package io.starling.objects.host;

import io.starling.objects.protocol.Member;
import io.starling.objects.protocol.View;
import java.util.List;

/** Says what a view changes: which stores are gone, have left, have joined. */
final class Changes {

  private final Notes notes;
  private View last;

  Changes(Notes notes) {
    this.notes = notes;
  }

  /**
   * The next view.
   *
   * @param left the stores that wanted to leave
   */
  void enter(View next, List<Member> left) {
    if (last != null) {
      int count = next.members().size();
      String others = count == 1 ? "1 store goes on" : count + " stores go on";
      for (Member member : missing(last, next)) {
        if (left.contains(member)) {
          notes.news("%s has left; %s".formatted(member, others));
        } else {
          notes.accept("%s is gone; %s".formatted(member, others));
        }
      }
      missing(next, last)
          .forEach(member -> notes.news("%s has joined; %d stores".formatted(member, count)));
    }
    last = next;
  }

  private static List<Member> missing(View in, View other) {
    return in.members().stream().filter(member -> !other.contains(member.slot())).toList();
  }
}
