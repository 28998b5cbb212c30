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
import io.starling.topology.layout.Layout;
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
 * First come the processes of the other group, then the words by which all agree on a number, and
 * at last that nothing has failed. A leader that fails says so to both groups.
 */
record Joining(
    Member member, DataMovement dataMovement, Reductions reductions, Selection selection) {

  private static final long LEADER_FAILED = 1;

  /**
   * Joins.
   *
   * @param leader the rank that leads this group
   * @param wire the connection to the other leader; used by the leader only
   */
  RankIntercommunicator join(String call, int leader, Leaders.Wire wire) {
    Leaders leaders = new Leaders(wire, "rank %d, %s".formatted(member.engine().rank(), call));
    try (Member.Entry _ = member.enter()) {
      return new Exchange(call, leader, leaders).join();
    } catch (RuntimeException e) {
      if (member.context().rank() == leader) {
        leaders.fail(e);
      }
      throw e;
    }
  }

  /** What only the leader can do. */
  private interface Part {
    long[] run();
  }

  /**
   * A group.
   *
   * @param processes by rank
   * @param identities of their nodes
   */
  private record Side(int[] processes, long[] identities) {}

  /** One use. */
  private final class Exchange {
    private final String call;
    private final int leader;
    private final Leaders leaders;
    private final String text;

    Exchange(String call, int leader, Leaders leaders) {
      this.call = call;
      this.leader = leader;
      this.leaders = leaders;
      text = member.check() ? call : null;
    }

    RankIntercommunicator join() {
      member.processes().publish(member.engine().rank());
      Context context = member.context();
      int[] own = IntStream.range(0, context.size()).map(context::process).toArray();
      long[] identities = identities(context);
      Side others = others(own, identities);
      int common = firstCommon(own, others.processes());
      if (common >= 0) {
        throw member
            .arguments()
            .refuse(
                "%s: process %d is in both groups; they must have none in common"
                    .formatted(call, common));
      }
      Side ours = new Side(own, identities);
      boolean isLower = lowest(own) < lowest(others.processes());
      return join(isLower ? ours : others, isLower ? others : ours);
    }

    private RankIntercommunicator join(Side lowerGroup, Side upperGroup) {
      int[] lower = lowerGroup.processes();
      int[] upper = upperGroup.processes();
      int[] all = IntStream.concat(IntStream.of(lower), IntStream.of(upper)).toArray();
      long salt = (long) lower[0] << Integer.SIZE | upper[0];
      NumberAgreement.Outcome outcome =
          new NumberAgreement(member.numbers(), member.engine().rank(), salt).agree(this::combine);
      Sides sides = new Sides(lower.length, upper.length);
      Member union = union(outcome, all, lowerGroup.identities(), upperGroup.identities());
      RankIntercommunicator joined = RankIntercommunicator.of(union, sides, selection);
      try {
        spread(
            0,
            () -> {
              leaders.finish();
              return new long[0];
            });
        return joined;
      } catch (RuntimeException e) {
        joined.close();
        throw e;
      }
    }

    /** In one world all is known; of others, who shares a node. */
    private Member union(NumberAgreement.Outcome outcome, int[] all, long[] lower, long... upper) {
      Context world = member.context().world();
      if (Arrays.stream(all).allMatch(process -> world.findRank(process) != Context.PROC_NULL)) {
        return member.join(call, outcome.number(), all, outcome.isFirst());
      }
      long[] identities = LongStream.concat(LongStream.of(lower), LongStream.of(upper)).toArray();
      int rank = 0;
      while (all[rank] != member.engine().rank()) {
        rank++;
      }
      return member.join(call, outcome.number(), all, Layout.ofNodes(rank, identities));
    }

    /** By rank of this group: the same number for two that are on one node. */
    private long[] identities(Context context) {
      long[] own = {context.world().layout().own().identityNumber()};
      long[] all = new long[context.size()];
      dataMovement.allgather(Buffer.of(own), Buffer.of(all)).run();
      return all;
    }

    private Side others(int[] own, long... identities) {
      long size = spread(1, () -> leaders.swap(own.length))[0];
      int longest = (int) Math.max(own.length, size);
      long[] mine = Arrays.stream(Arrays.copyOf(own, longest)).asLongStream().toArray();
      long[] theirs = spread(longest, () -> leaders.swap(mine));
      long[] nodes = spread(longest, () -> leaders.swap(Arrays.copyOf(identities, longest)));
      return new Side(
          LongStream.of(theirs).limit(size).mapToInt(Math::toIntExact).toArray(),
          LongStream.of(nodes).limit(size).toArray());
    }

    /** The bitwise or of the words of all ranks of both groups. */
    private long[] combine(long... words) {
      Buffer own = Buffer.of(words);
      long[] ours = new long[words.length];
      reductions.reduce(own, Buffer.of(ours), ReductionOperator.BITWISE_OR, leader, text).run();
      return spread(
          words.length,
          () -> {
            long[] all = leaders.swap(ours);
            Arrays.setAll(all, i -> all[i] | ours[i]);
            return all;
          });
    }

    /** Gives all ranks so many words that the leader gets. */
    private long[] spread(int length, Part part) {
      long[] message = new long[length + 1];
      RuntimeException failure = null;
      if (member.context().rank() == leader) {
        try {
          System.arraycopy(part.run(), 0, message, 1, length);
        } catch (RuntimeException e) {
          failure = e;
          message[0] = LEADER_FAILED;
        }
      }
      dataMovement.broadcast(Buffer.of(message), leader, text).run();
      if (failure != null) {
        throw failure;
      }
      if (message[0] == LEADER_FAILED) {
        throw new StarlingException(
            "rank %d, %s: rank %d of %s, which leads this group, has failed to join it to the other group; its own exception says why"
                .formatted(member.engine().rank(), call, leader, member.name()));
      }
      return Arrays.copyOfRange(message, 1, message.length);
    }
  }

  private static int lowest(int... processes) {
    return Arrays.stream(processes).min().orElseThrow();
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
