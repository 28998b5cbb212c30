package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;

/** Scatter and gather between two groups: checks their arguments and sets them up. */
final class IntergroupRooted implements RootedSetup {

  private final Intergroup groups;
  private final Arguments arguments;

  IntergroupRooted(Intergroup groups) {
    this.groups = groups;
    arguments = groups.arguments();
  }

  @Override
  public CollectiveCall scatter(Buffer data, Buffer result, int root) {
    if (root != Intercommunicator.ROOT) {
      return receiveBlock(result, root);
    }
    arguments.readable("data", data);
    return scatter(data, groups.blocks(arguments.share("data", data)));
  }

  @Override
  public CollectiveCall scatterv(Buffer data, Counts counts, Buffer result, int root) {
    if (root != Intercommunicator.ROOT) {
      return receiveBlock(result, root);
    }
    arguments.readable("data", data);
    return scatter(data, arguments.blocks("data", data, counts));
  }

  private CollectiveCall scatter(Buffer data, Blocks blocks) {
    Problem problem =
        Intergroup.exchange(Intergroup.NO_RANKS, groups.others(), blocks, Intergroup.NO_BLOCKS);
    return groups.call(CollectiveKind.SCATTER, problem, data, null);
  }

  private CollectiveCall receiveBlock(Buffer result, int root) {
    int number = groups.root(root);
    if (number == Problem.NO_ROOT) {
      return groups.nothing(CollectiveKind.SCATTER);
    }
    Blocks own = Blocks.equal(1, arguments.writableBytes("result", result));
    Problem problem =
        Intergroup.exchange(new int[] {number}, Intergroup.NO_RANKS, Intergroup.NO_BLOCKS, own);
    return groups.call(CollectiveKind.SCATTER, problem, null, result);
  }

  @Override
  public CollectiveCall gather(Buffer data, Buffer result, int root) {
    if (root != Intercommunicator.ROOT) {
      return sendBlock(data, root);
    }
    arguments.writable("result", result);
    return gather(result, groups.blocks(arguments.share("result", result)));
  }

  @Override
  public CollectiveCall gatherv(Buffer data, Buffer result, Counts counts, int root) {
    if (root != Intercommunicator.ROOT) {
      return sendBlock(data, root);
    }
    arguments.writable("result", result);
    return gather(result, arguments.receivedBlocks("result", result, counts));
  }

  private CollectiveCall gather(Buffer result, Blocks blocks) {
    Problem problem =
        Intergroup.exchange(groups.others(), Intergroup.NO_RANKS, Intergroup.NO_BLOCKS, blocks);
    return groups.call(CollectiveKind.GATHER, problem, null, result);
  }

  private CollectiveCall sendBlock(Buffer data, int root) {
    int number = groups.root(root);
    if (number == Problem.NO_ROOT) {
      return groups.nothing(CollectiveKind.GATHER);
    }
    Blocks own = Blocks.equal(1, arguments.readableBytes("data", data));
    Problem problem =
        Intergroup.exchange(Intergroup.NO_RANKS, new int[] {number}, own, Intergroup.NO_BLOCKS);
    return groups.call(CollectiveKind.GATHER, problem, data, null);
  }
}
