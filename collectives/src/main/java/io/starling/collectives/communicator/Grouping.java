package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.Comparison;
import io.starling.collectives.Group;
import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.Plural;
import java.util.stream.IntStream;

/**
 * The processes of a communicator as a group, and communicators that are made from groups (MPI 4.1,
 * sections 7.3 and 7.4).
 */
record Grouping(Member member, Splitting splitting) {

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

  /** This rank's membership in the communicator of its group; null if it is not in the group. */
  Member create(Group group) {
    return splitting.create(ranksOf(group), "create()");
  }

  /** The same without the ranks that are not in the group. */
  Member createGroup(Group group, int tag) {
    int[] ranks = ranksOf(group);
    member.arguments().tag(tag);
    if (!group.contains(member.engine().rank())) {
      throw member
          .arguments()
          .refuse(
              "this rank is not in the %s; createGroup is called by its ranks alone, create by all ranks of %s"
                  .formatted(group, member.name()));
    }
    String call = "createGroup(%s, tag %d)".formatted(group, tag);
    Context context = member.context();
    long salt = (long) context.number() << Integer.SIZE | tag + 1L;
    try (Member.Entry _ = member.enter()) {
      NumberAgreement.Outcome outcome =
          new NumberAgreement(member.numbers(), member.engine().rank(), salt)
              .agree(words -> new MemberExchange(context, group, ranks, tag, call).combine(words));
      return member.derive("createGroup()", outcome.number(), ranks, outcome.isFirst());
    }
  }

  /** The ranks in this communicator. */
  private int[] ranksOf(Group group) {
    Group own = group();
    int[] ranks = group.translate(IntStream.range(0, group.size()).toArray(), own);
    for (int i = 0; i < ranks.length; i++) {
      if (ranks[i] == Communicator.UNDEFINED) {
        throw member
            .arguments()
            .refuse(
                "process %d, rank %d of the %s, is not in %s, which has %s; take a group of its processes"
                    .formatted(
                        group.process(i), i, group, member.name(), Plural.of(own.size(), "rank")));
      }
    }
    return ranks;
  }
}
