package io.starling.collectives.communicator;

import io.starling.collectives.Comparison;
import io.starling.collectives.Group;
import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import java.util.stream.IntStream;

/** The processes of a communicator as a group (MPI 4.1, sections 7.3 and 7.4). */
record Grouping(Member member) {

  Group group() {
    member.checkUsable();
    return groupOf(member.context());
  }

  private static Group groupOf(Context context) {
    return Group.of(IntStream.range(0, context.size()).map(context::process).toArray());
  }

  Comparison compare(Grouping other) {
    member.checkUsable();
    other.member.checkUsable();
    if (member == other.member) {
      return Comparison.IDENTICAL;
    }
    Comparison ofGroups = groupOf(member.context()).compare(groupOf(other.member.context()));
    return ofGroups == Comparison.IDENTICAL ? Comparison.CONGRUENT : ofGroups;
  }
}
