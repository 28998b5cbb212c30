package io.starling.collectives.cost;

import io.starling.collectives.exchange.RankMessages;
import io.starling.collectives.exchange.RankMessages.End;
import io.starling.collectives.operation.TreePlan;

/** The messages of one rank in a tree, segment by segment. */
final class TreeMessages {

  private TreeMessages() {}

  /** A broadcast: what comes from the parent goes to the children. */
  static RankMessages down(TreePlan plan) {
    RankMessages messages = new RankMessages();
    for (int segment = 0; segment < plan.segments(); segment++) {
      long bytes = plan.length(segment);
      int[] after = {};
      if (!plan.branch().isRoot()) {
        int parent = plan.branch().parent();
        after = new int[] {messages.add(new End(false, parent, segment, bytes))};
      }
      for (int child : plan.branch().children()) {
        messages.add(new End(true, child, segment, bytes, after));
      }
    }
    return messages;
  }

  /** A reduce: what comes from all children goes to the parent. */
  static RankMessages up(TreePlan plan) {
    RankMessages messages = new RankMessages();
    for (int segment = 0; segment < plan.segments(); segment++) {
      long bytes = plan.length(segment);
      int[] after = new int[plan.children()];
      for (int child = 0; child < after.length; child++) {
        int peer = plan.branch().children()[child];
        after[child] = messages.add(new End(false, peer, segment, bytes));
      }
      if (!plan.branch().isRoot()) {
        messages.add(new End(true, plan.branch().parent(), segment, bytes, after));
      }
    }
    return messages;
  }
}
