package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;

/** The collectives among neighbours: checks their arguments and sets them up. */
public final class NeighbourDataMovement {

  private static final String OWNER = "neighbour";
  private static final CollectiveKind GATHER = CollectiveKind.NEIGHBOUR_ALLGATHER;
  private static final CollectiveKind EXCHANGE = CollectiveKind.NEIGHBOUR_ALLTOALL;
  private static final int NO_ROOT = Problem.NO_ROOT;

  private final Collectives collectives;
  private final Member member;
  private final Neighbours neighbours;
  private final CountedPlans plans = new CountedPlans();
  private final Arguments from;
  private final Arguments to;

  public NeighbourDataMovement(Collectives collectives, Neighbours neighbours) {
    this.collectives = collectives;
    this.neighbours = neighbours;
    member = collectives.member();
    from = member.arguments(neighbours.sources(), OWNER);
    to = member.arguments(neighbours.destinations(), OWNER);
  }

  public CollectiveCall allgather(Buffer data, Buffer result) {
    check(data, result);
    Plan plan = plans.find(GATHER, NO_ROOT, data, null, result, null, null);
    if (plan == null) {
      long block = data.byteSize();
      from.blocks("result", result, block);
      Blocks into = Blocks.equal(neighbours.sources(), block);
      plan = collectives.plan(GATHER, problem(Blocks.equal(1, block), into));
      plans.add(GATHER, NO_ROOT, data, null, result, null, null, plan);
    }
    return plan.call(data, result, text("neighbourAllgather()"));
  }

  public CollectiveCall allgatherv(Buffer data, Buffer result, Counts counts) {
    check(data, result);
    from.present("counts of result", counts);
    Plan plan = plans.find(GATHER, NO_ROOT, data, null, result, counts, null);
    if (plan == null) {
      Blocks into = from.receivedBlocks("result", result, counts);
      Blocks one = Blocks.equal(1, data.byteSize());
      checkOwnBlocks(one, into);
      plan = collectives.plan(GATHER, problem(one, into));
      plans.add(GATHER, NO_ROOT, data, null, result, counts, null, plan);
    }
    return plan.call(data, result, text("neighbourAllgatherv()"));
  }

  public CollectiveCall alltoall(Buffer data, Buffer result) {
    check(data, result);
    Plan plan = plans.find(EXCHANGE, NO_ROOT, data, null, result, null, null);
    if (plan == null) {
      plan = collectives.plan(EXCHANGE, equalBlocks(data, result));
      plans.add(EXCHANGE, NO_ROOT, data, null, result, null, null, plan);
    }
    return plan.call(data, result, text("neighbourAlltoall()"));
  }

  private Problem equalBlocks(Buffer data, Buffer result) {
    long block = 0;
    if (neighbours.destinations() > 0) {
      block = to.share("data", data);
    } else if (neighbours.sources() > 0) {
      block = from.share("result", result);
    }
    to.blocks("data", data, block);
    from.blocks("result", result, block);
    return problem(
        Blocks.equal(neighbours.destinations(), block), Blocks.equal(neighbours.sources(), block));
  }

  public CollectiveCall alltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    check(data, result);
    to.present("counts of data", dataCounts);
    from.present("counts of result", resultCounts);
    Plan plan = plans.find(EXCHANGE, NO_ROOT, data, dataCounts, result, resultCounts, null);
    if (plan == null) {
      Blocks out = to.blocks("data", data, dataCounts);
      Blocks into = from.receivedBlocks("result", result, resultCounts);
      checkOwnBlocks(out, into);
      plan = collectives.plan(EXCHANGE, problem(out, into));
      plans.add(EXCHANGE, NO_ROOT, data, dataCounts, result, resultCounts, null, plan);
    }
    return plan.call(data, result, text("neighbourAlltoallv()"));
  }

  public CollectiveCall alltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    Buffer own = to.laidOut("data", data, dataBlocks);
    Buffer all = from.laidOut("result", result, resultBlocks);
    check(own, all);
    Blocks out = to.packed(dataBlocks);
    Blocks into = from.packed(resultBlocks);
    checkOwnBlocks(out, into);
    return collectives
        .plan(EXCHANGE, problem(out, into))
        .call(own, all, text("neighbourAlltoallw()"));
  }

  private void check(Buffer data, Buffer result) {
    from.readable("data", data);
    from.writable("result", result);
    if (from.overlap(data, result)) {
      throw from.refuse("data and result overlap; they must not share memory");
    }
  }

  /**
   * A block that a rank sends to itself must have the length that it receives; other ranks are
   * unknown here.
   */
  private void checkOwnBlocks(Blocks out, Blocks into) {
    int rank = member.context().rank();
    int sent = 0;
    for (int i = 0; i < neighbours.sources(); i++) {
      int block = neighbours.arrival(i);
      if (neighbours.source(block) == rank) {
        while (neighbours.destination(sent) != rank) {
          sent++;
        }
        long length = out.length(out.count() == 1 ? 0 : sent);
        if (length != into.length(block)) {
          throw from.refuse(
              "this rank sends %d bytes to itself as neighbour %d, but receives %d from itself as neighbour %d"
                  .formatted(length, sent, into.length(block), block));
        }
        sent++;
      }
    }
  }

  private Problem problem(Blocks out, Blocks into) {
    return new Problem(
        NO_ROOT, Problem.UNKNOWN, Problem.ANY_BYTE, out, into, Problem.APART, neighbours);
  }

  private String text(String call) {
    return member.check() ? call : null;
  }
}
