package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;

/**
 * The collectives that move data between all ranks of two groups: checks their arguments and sets
 * them up.
 */
final class IntergroupMovement implements MovementSetup {

  private final Intergroup groups;
  private final DataMovement union;
  private final Arguments arguments;

  IntergroupMovement(Intergroup groups) {
    this.groups = groups;
    union = new DataMovement(groups.union());
    arguments = groups.arguments();
  }

  @Override
  public CollectiveCall barrier() {
    return union.barrier();
  }

  @Override
  public CollectiveCall broadcast(Buffer data, int root) {
    int number = groups.root(root);
    if (number == Problem.NO_ROOT) {
      return groups.nothing(CollectiveKind.BROADCAST);
    }
    long bytes =
        root == Intercommunicator.ROOT
            ? arguments.readableBytes("data", data)
            : arguments.writableBytes("data", data);
    Problem problem = Problem.whole(number, bytes, Problem.ANY_BYTE, Problem.APART);
    return groups.call(CollectiveKind.BROADCAST, problem, data, null);
  }

  @Override
  public CollectiveCall allgather(Buffer data, Buffer result) {
    check(data, result);
    return allgather(data, result, groups.blocks(arguments.share("result", result)));
  }

  @Override
  public CollectiveCall allgatherv(Buffer data, Buffer result, Counts counts) {
    check(data, result);
    return allgather(data, result, arguments.receivedBlocks("result", result, counts));
  }

  private CollectiveCall allgather(Buffer data, Buffer result, Blocks into) {
    return exchange(CollectiveKind.ALLGATHER, Blocks.equal(1, data.byteSize()), into, data, result);
  }

  @Override
  public CollectiveCall alltoall(Buffer data, Buffer result) {
    check(data, result);
    Blocks from = groups.blocks(arguments.share("data", data));
    Blocks into = groups.blocks(arguments.share("result", result));
    return exchange(CollectiveKind.ALLTOALL, from, into, data, result);
  }

  @Override
  public CollectiveCall alltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    check(data, result);
    Blocks from = arguments.blocks("data", data, dataCounts);
    Blocks into = arguments.receivedBlocks("result", result, resultCounts);
    return exchange(CollectiveKind.ALLTOALL, from, into, data, result);
  }

  @Override
  public CollectiveCall alltoallw(
      Buffer data, TypedBlocks dataBlocks, Buffer result, TypedBlocks resultBlocks) {
    Buffer own = arguments.laidOut("data", data, dataBlocks);
    Buffer all = arguments.laidOut("result", result, resultBlocks);
    check(own, all);
    Blocks from = arguments.packed(dataBlocks);
    Blocks into = arguments.packed(resultBlocks);
    return exchange(CollectiveKind.ALLTOALL, from, into, own, all);
  }

  private void check(Buffer data, Buffer result) {
    arguments.readable("data", data);
    arguments.writable("result", result);
    arguments.apart(data, result);
  }

  private CollectiveCall exchange(
      CollectiveKind kind, Blocks from, Blocks into, Buffer data, Buffer result) {
    Problem problem = Intergroup.exchange(groups.others(), groups.others(), from, into);
    return groups.call(kind, problem, data, result);
  }
}
