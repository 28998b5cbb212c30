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

  private final Collectives collectives;
  private final Member member;
  private final Neighbours neighbours;
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
    long block = data.byteSize();
    from.blocks("result", result, block);
    return call(
        CollectiveKind.NEIGHBOUR_ALLGATHER,
        Blocks.equal(1, block),
        Blocks.equal(neighbours.sources(), block),
        data,
        result,
        "neighbourAllgather()");
  }

  public CollectiveCall allgatherv(Buffer data, Buffer result, Counts counts) {
    check(data, result);
    Blocks into = from.receivedBlocks("result", result, counts);
    Blocks one = Blocks.equal(1, data.byteSize());
    checkOwnBlocks(one, into);
    return call(
        CollectiveKind.NEIGHBOUR_ALLGATHER, one, into, data, result, "neighbourAllgatherv()");
  }

  public CollectiveCall alltoall(Buffer data, Buffer result) {
    check(data, result);
    long block = 0;
    if (neighbours.destinations() > 0) {
      block = to.share("data", data);
    } else if (neighbours.sources() > 0) {
      block = from.share("result", result);
    }
    to.blocks("data", data, block);
    from.blocks("result", result, block);
    return call(
        CollectiveKind.NEIGHBOUR_ALLTOALL,
        Blocks.equal(neighbours.destinations(), block),
        Blocks.equal(neighbours.sources(), block),
        data,
        result,
        "neighbourAlltoall()");
  }

  public CollectiveCall alltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    check(data, result);
    Blocks out = to.blocks("data", data, dataCounts);
    Blocks into = from.receivedBlocks("result", result, resultCounts);
    checkOwnBlocks(out, into);
    return call(CollectiveKind.NEIGHBOUR_ALLTOALL, out, into, data, result, "neighbourAlltoallv()");
  }

  public CollectiveCall alltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    Buffer own = to.laidOut("data", data, dataBlocks);
    Buffer all = from.laidOut("result", result, resultBlocks);
    check(own, all);
    Blocks out = to.packed(dataBlocks);
    Blocks into = from.packed(resultBlocks);
    checkOwnBlocks(out, into);
    return call(CollectiveKind.NEIGHBOUR_ALLTOALL, out, into, own, all, "neighbourAlltoallw()");
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

  private CollectiveCall call(
      CollectiveKind kind, Blocks out, Blocks into, Buffer data, Buffer result, String text) {
    Problem problem =
        new Problem(
            Problem.NO_ROOT,
            Problem.UNKNOWN,
            Problem.ANY_BYTE,
            out,
            into,
            Problem.APART,
            neighbours);
    return collectives.plan(kind, problem).call(data, result, member.check() ? text : null);
  }
}
