package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.Reductions;
import io.starling.collectives.intergroup.Sides;
import io.starling.collectives.operation.Context;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Joins the processes of a communicator and those of another one to an intercommunicator (MPI 4.1,
 * section 7.6.2). Words go to the leader, across, and to all ranks:
 *
 * <pre>
 * 1 ──> 0 <────────> 0 <── 1
 * 2 ──> │            │ <── 2
 *       └─> 1, 2     └─> 1, 2
 * </pre>
 *
 * First come the processes of the other group, then the words by which all agree on a number. If
 * the leader fails, it says so to its group.
 */
record Joining(
    Member member, DataMovement dataMovement, Reductions reductions, Selection selection) {

  private static final long LEADER_FAILED = 1;

  /**
   * Joins.
   *
   * @param leader the rank that leads this group
   * @param leaders the connection to the other leader; used by the leader only
   */
  RankIntercommunicator join(String call, int leader, Leaders leaders) {
    Context context = member.context();
    int[] own = IntStream.range(0, context.size()).map(context::process).toArray();
    int[] others = processes(call, leader, leaders, own);
    int common = firstCommon(own, others);
    if (common >= 0) {
      throw member
          .arguments()
          .refuse(
              "%s: process %d is in both groups; they must have none in common"
                  .formatted(call, common));
    }
    boolean isLower =
        Arrays.stream(own).min().orElseThrow() < Arrays.stream(others).min().orElseThrow();
    int[] lower = isLower ? own : others;
    int[] upper = isLower ? others : own;
    int[] all = IntStream.concat(IntStream.of(lower), IntStream.of(upper)).toArray();
    try (Member.Entry _ = member.enter()) {
      long salt = (long) lower[0] << Integer.SIZE | upper[0];
      NumberAgreement.Outcome outcome =
          new NumberAgreement(member.numbers(), member.engine().rank(), salt)
              .agree(words -> combine(call, leader, leaders, words));
      Member union = member.join(call, outcome.number(), all, outcome.isFirst());
      return RankIntercommunicator.of(union, new Sides(lower.length, upper.length), selection);
    }
  }

  private int[] processes(String call, int leader, Leaders leaders, int... own) {
    try (Member.Entry _ = member.enter()) {
      long[] sizes = spread(call, leader, 1, () -> leaders.swap(own.length));
      int longest = Math.max(own.length, (int) sizes[0]);
      long[] mine = Arrays.stream(Arrays.copyOf(own, longest)).asLongStream().toArray();
      long[] theirs = spread(call, leader, longest, () -> leaders.swap(mine));
      return LongStream.of(theirs).limit(sizes[0]).mapToInt(word -> (int) word).toArray();
    }
  }

  /** The bitwise or of the words of all ranks of both groups. */
  private long[] combine(String call, int leader, Leaders leaders, long... words) {
    long[] ours = new long[words.length];
    reductions
        .reduce(
            Buffer.of(words),
            Buffer.of(ours),
            ReductionOperator.BITWISE_OR,
            leader,
            member.check() ? call : null)
        .run();
    return spread(
        call,
        leader,
        words.length,
        () -> {
          long[] all = leaders.swap(ours);
          Arrays.setAll(all, i -> all[i] | ours[i]);
          return all;
        });
  }

  /** What the leader knows. */
  private interface Knowledge {
    long[] get();
  }

  /** Gives all ranks what the leader knows: so many words. */
  private long[] spread(String call, int leader, int length, Knowledge knowledge) {
    long[] message = new long[length + 1];
    RuntimeException failure = null;
    if (member.context().rank() == leader) {
      try {
        System.arraycopy(knowledge.get(), 0, message, 1, length);
      } catch (RuntimeException e) {
        failure = e;
        message[0] = LEADER_FAILED;
      }
    }
    dataMovement.broadcast(Buffer.of(message), leader, member.check() ? call : null).run();
    if (failure != null) {
      throw failure;
    }
    if (message[0] == LEADER_FAILED) {
      throw new StarlingException(
          "rank %d, %s: rank %d of %s, which leads this group, could not reach the other group; its own exception says why"
              .formatted(member.engine().rank(), call, leader, member.name()));
    }
    return Arrays.copyOfRange(message, 1, message.length);
  }

  private static int firstCommon(int[] own, int... others) {
    int[] sorted = others.clone();
    Arrays.sort(sorted);
    return Arrays.stream(own)
        .filter(process -> Arrays.binarySearch(sorted, process) >= 0)
        .findFirst()
        .orElse(Communicator.UNDEFINED);
  }
}
