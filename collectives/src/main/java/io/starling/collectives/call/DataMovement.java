package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;
import io.starling.runtime.memory.MemoryBuffer;

/** The collectives that move data between all ranks: checks their arguments and sets them up. */
public final class DataMovement implements MovementSetup {

  private final Collectives collectives;
  private final CountedPlans counted;
  private final Arguments arguments;
  private final boolean check;
  private final int rank;

  public DataMovement(Collectives collectives) {
    this.collectives = collectives;
    counted = collectives.counted();
    Member member = collectives.member();
    arguments = member.arguments();
    check = member.check();
    rank = member.context().rank();
  }

  @Override
  public CollectiveCall barrier() {
    return collectives
        .plan(CollectiveKind.BARRIER, Problem.NO_ROOT, 0, false)
        .call(null, null, check ? "barrier()" : null);
  }

  @Override
  public CollectiveCall broadcast(Buffer data, int root) {
    arguments.root(root);
    return broadcast(
        data,
        root,
        check && data != null
            ? "broadcast(%s, root %d)".formatted(MemoryBuffer.of(data).signature(), root)
            : null);
  }

  /** A broadcast as a part of another call, which messages about disagreeing ranks name. */
  public CollectiveCall broadcast(Buffer data, int root, String text) {
    if (rank == root) {
      arguments.readable("data", data);
    } else {
      arguments.writable("data", data);
    }
    return collectives
        .plan(CollectiveKind.BROADCAST, root, data.byteSize(), false)
        .call(data, null, text);
  }

  @Override
  public CollectiveCall allgather(Buffer data, Buffer result) {
    arguments.writable("result", result);
    boolean inPlace = data == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("result", result) : arguments.readableBytes("data", data);
    arguments.blocks("result", result, block);
    Buffer own = own(data, result);
    return collectives
        .plan(CollectiveKind.ALLGATHER, Problem.NO_ROOT, block, inPlace)
        .call(own, result, check ? "allgather(%d bytes each)".formatted(block) : null);
  }

  @Override
  public CollectiveCall allgatherv(Buffer data, Buffer result, Counts counts) {
    arguments.writable("result", result);
    Buffer own = own(data, result);
    CollectiveKind kind = CollectiveKind.ALLGATHER;
    Plan plan = counted.find(kind, Problem.NO_ROOT, data, null, result, counts, null);
    if (plan == null) {
      plan = collectives.plan(kind, gathered(data, result, counts));
      counted.add(kind, Problem.NO_ROOT, data, null, result, counts, null, plan);
    }
    String text =
        check ? "allgatherv(%s)".formatted(plan.problem().result().lengthsToString()) : null;
    return plan.call(own, result, text);
  }

  private Problem gathered(Buffer data, Buffer result, Counts counts) {
    Blocks blocks = arguments.receivedBlocks("result", result, counts);
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.length("data", data, blocks.length(rank));
    }
    return new Problem(
        Problem.NO_ROOT,
        blocks.total(),
        Problem.ANY_BYTE,
        Blocks.equal(1, blocks.length(rank)),
        blocks,
        inPlace ? blocks.offset(rank) : Problem.APART);
  }

  @Override
  public CollectiveCall alltoall(Buffer data, Buffer result) {
    arguments.writable("result", result);
    long block = arguments.share("result", result);
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.readable("data", data);
      arguments.blocks("data", data, block);
    }
    Buffer own = own(data, result);
    return collectives
        .plan(CollectiveKind.ALLTOALL, Problem.NO_ROOT, block, inPlace)
        .call(own, result, check ? "alltoall(%d bytes each)".formatted(block) : null);
  }

  @Override
  public CollectiveCall alltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    arguments.writable("result", result);
    Buffer own = own(data, result);
    // In place, the result's counts are those of the data too.
    Counts sent = own == null ? null : dataCounts;
    CollectiveKind kind = CollectiveKind.ALLTOALL;
    Plan plan = counted.find(kind, Problem.NO_ROOT, data, sent, result, resultCounts, null);
    if (plan == null) {
      Blocks into = arguments.receivedBlocks("result", result, resultCounts);
      Blocks from = own == null ? into : arguments.blocks("data", data, dataCounts);
      plan = collectives.plan(kind, exchanged(from, into, own == null));
      counted.add(kind, Problem.NO_ROOT, data, sent, result, resultCounts, null, plan);
    }
    return plan.call(own, result, check ? "alltoallv()" : null);
  }

  @Override
  public CollectiveCall alltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    Buffer all = arguments.laidOut("result", result, resultBlocks);
    arguments.writable("result", all);
    Blocks into = arguments.packed(resultBlocks);
    boolean inPlace = data == Buffer.IN_PLACE;
    Buffer own = inPlace ? null : arguments.laidOut("data", data, dataBlocks);
    Blocks from = inPlace ? into : arguments.packed(dataBlocks);
    if (!inPlace) {
      arguments.apart(own, all);
    }
    return collectives
        .plan(CollectiveKind.ALLTOALL, exchanged(from, into, inPlace))
        .call(own, all, check ? "alltoallw()" : null);
  }

  /** Each rank sends a block to each rank. */
  private Problem exchanged(Blocks from, Blocks into, boolean inPlace) {
    if (from.length(rank) != into.length(rank)) {
      throw arguments.refuse(
          "this rank sends %d bytes to itself, but receives %d from itself"
              .formatted(from.length(rank), into.length(rank)));
    }
    long place = inPlace ? 0 : Problem.APART;
    return new Problem(Problem.NO_ROOT, Problem.UNKNOWN, Problem.ANY_BYTE, from, into, place);
  }

  /** This rank's contribution, which must be apart from the result; null if it is in place. */
  private Buffer own(Buffer data, Buffer result) {
    if (data == Buffer.IN_PLACE) {
      return null;
    }
    arguments.readable("data", data);
    arguments.apart(data, result);
    return data;
  }
}
