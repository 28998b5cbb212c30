package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;

/** The collectives that fold between two groups: checks their arguments and sets them up. */
final class IntergroupReductions implements ReductionSetup {

  private final Intergroup groups;
  private final Arguments arguments;

  IntergroupReductions(Intergroup groups) {
    this.groups = groups;
    arguments = groups.arguments();
  }

  @Override
  public CollectiveCall reduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    int number = groups.root(root);
    if (number == Problem.NO_ROOT) {
      return groups.nothing(CollectiveKind.REDUCE);
    }
    boolean isRoot = root == Intercommunicator.ROOT;
    if (isRoot) {
      arguments.writable("result", result);
    } else {
      arguments.readable("data", data);
    }
    return whole(
        CollectiveKind.REDUCE,
        number,
        isRoot ? result : data,
        operator,
        isRoot ? null : data,
        isRoot ? result : null);
  }

  @Override
  public CollectiveCall allreduce(Buffer data, Buffer result, ReductionOperator operator) {
    arguments.readable("data", data);
    arguments.writable("result", result);
    arguments.same(data, result);
    arguments.apart(data, result);
    return whole(CollectiveKind.ALLREDUCE, Problem.NO_ROOT, data, operator, data, result);
  }

  private CollectiveCall whole(
      CollectiveKind kind,
      int root,
      Buffer own,
      ReductionOperator operator,
      Buffer data,
      Buffer result) {
    Reductions.supports(arguments, operator, own);
    Problem problem =
        Problem.whole(root, own.byteSize(), Reductions.elementBytes(own), Problem.APART);
    return groups.call(kind, problem, own.type(), operator, data, result);
  }

  @Override
  public CollectiveCall reduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator) {
    arguments.readable("data", data);
    arguments.writable("result", result);
    long block = result.byteSize();
    groups.localArguments().blocks("data", data, block);
    return reduceScatter(data, result, Blocks.equal(groups.size(), block), operator);
  }

  @Override
  public CollectiveCall reduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    arguments.readable("data", data);
    arguments.writable("result", result);
    Arguments local = groups.localArguments();
    local.adjacent(counts);
    Blocks blocks = local.blocks("data", data, counts);
    if (blocks.total() != data.byteSize()) {
      throw arguments.refuse(
          "data has %d bytes, but the blocks of all ranks of this group have %d"
              .formatted(data.byteSize(), blocks.total()));
    }
    arguments.length("result", result, blocks.length(groups.rank()));
    return reduceScatter(data, result, blocks, operator);
  }

  private CollectiveCall reduceScatter(
      Buffer data, Buffer result, Blocks blocks, ReductionOperator operator) {
    arguments.sameType(data, result);
    arguments.apart(data, result);
    Reductions.supports(arguments, operator, data);
    Problem problem =
        new Problem(
            Problem.NO_ROOT,
            blocks.total(),
            Reductions.elementBytes(data),
            blocks,
            Blocks.equal(1, result.byteSize()),
            Problem.APART);
    return groups.call(CollectiveKind.REDUCE_SCATTER, problem, data.type(), operator, data, result);
  }
}
