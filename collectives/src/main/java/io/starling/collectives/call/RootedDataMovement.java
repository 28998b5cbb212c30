package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;

/** Scatter and gather: checks their arguments and sets them up. */
final class RootedDataMovement implements RootedSetup {

  private final Collectives collectives;
  private final CountedPlans counted;
  private final Arguments arguments;
  private final boolean check;
  private final int rank;
  private final int size;

  RootedDataMovement(Collectives collectives) {
    this.collectives = collectives;
    counted = collectives.counted();
    Member member = collectives.member();
    arguments = member.arguments();
    check = member.check();
    rank = member.context().rank();
    size = member.context().size();
  }

  @Override
  public CollectiveCall scatter(Buffer data, Buffer result, int root) {
    arguments.root(root);
    boolean isRoot = rank == root;
    boolean inPlace = isRoot && result == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("data", data) : arguments.writableBytes("result", result);
    if (isRoot) {
      arguments.readable("data", data);
      arguments.blocks("data", data, block);
      checkOwnBlock(data, result);
    }
    return scatter(
        collectives.plan(CollectiveKind.SCATTER, root, block, inPlace),
        data,
        result,
        root,
        check ? "scatter(%d bytes each, root %d)".formatted(block, root) : null);
  }

  @Override
  public CollectiveCall scatterv(Buffer data, Counts counts, Buffer result, int root) {
    arguments.root(root);
    boolean isRoot = rank == root;
    if (isRoot) {
      arguments.readable("data", data);
      checkOwnBlock(data, result);
    } else {
      arguments.writable("result", result);
    }
    Buffer all = isRoot ? data : null;
    Counts known = isRoot ? counts : null;
    Plan plan = counted.find(CollectiveKind.SCATTER, root, all, known, result, null, null);
    if (plan == null) {
      plan = collectives.plan(CollectiveKind.SCATTER, scattered(data, counts, result, root));
      counted.add(CollectiveKind.SCATTER, root, all, known, result, null, null, plan);
    }
    return scatter(plan, data, result, root, check ? "scatterv(root %d)".formatted(root) : null);
  }

  /** Only the root knows the counts. */
  private Problem scattered(Buffer data, Counts counts, Buffer result, int root) {
    boolean inPlace = rank == root && result == Buffer.IN_PLACE;
    Blocks blocks =
        rank == root
            ? arguments.blocks("data", data, counts)
            : Blocks.of(new long[size], new long[size]);
    long own = rank == root ? blocks.length(rank) : result.byteSize();
    if (rank == root && !inPlace) {
      arguments.length("result", result, own);
    }
    Blocks target =
        inPlace
            ? Blocks.of(new long[] {blocks.offset(rank)}, new long[] {own})
            : Blocks.equal(1, own);
    long place = inPlace ? 0 : Problem.APART;
    return new Problem(root, Problem.UNKNOWN, Problem.ANY_BYTE, blocks, target, place);
  }

  private CollectiveCall scatter(Plan plan, Buffer data, Buffer result, int root, String text) {
    if (rank != root) {
      return plan.call(null, result, text);
    }
    if (result == Buffer.IN_PLACE) {
      return plan.call(data, data, text);
    }
    return plan.call(data, result, text);
  }

  /** Of the root: its own block must be apart from all blocks, unless it is in place. */
  private void checkOwnBlock(Buffer data, Buffer result) {
    if (data != Buffer.IN_PLACE && result != Buffer.IN_PLACE) {
      arguments.readable("data", data);
      arguments.writable("result", result);
      arguments.apart(data, result);
    }
  }

  @Override
  public CollectiveCall gather(Buffer data, Buffer result, int root) {
    arguments.root(root);
    boolean inPlace = rank == root && data == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("result", result) : arguments.readableBytes("data", data);
    if (rank == root) {
      arguments.writable("result", result);
      arguments.blocks("result", result, block);
      checkOwnBlock(data, result);
    }
    return gather(
        collectives.plan(CollectiveKind.GATHER, root, block, inPlace),
        data,
        result,
        root,
        check ? "gather(%d bytes each, root %d)".formatted(block, root) : null);
  }

  @Override
  public CollectiveCall gatherv(Buffer data, Buffer result, Counts counts, int root) {
    arguments.root(root);
    boolean isRoot = rank == root;
    if (isRoot) {
      arguments.writable("result", result);
      checkOwnBlock(data, result);
    } else {
      arguments.readable("data", data);
    }
    Buffer all = isRoot ? result : null;
    Counts known = isRoot ? counts : null;
    Plan plan = counted.find(CollectiveKind.GATHER, root, data, null, all, known, null);
    if (plan == null) {
      plan = collectives.plan(CollectiveKind.GATHER, gathered(data, result, counts, root));
      counted.add(CollectiveKind.GATHER, root, data, null, all, known, null, plan);
    }
    return gather(plan, data, result, root, check ? "gatherv(root %d)".formatted(root) : null);
  }

  /** Only the root knows the counts. */
  private Problem gathered(Buffer data, Buffer result, Counts counts, int root) {
    boolean inPlace = rank == root && data == Buffer.IN_PLACE;
    Blocks blocks =
        rank == root
            ? arguments.receivedBlocks("result", result, counts)
            : Blocks.of(new long[size], new long[size]);
    long own = rank == root ? blocks.length(rank) : data.byteSize();
    if (rank == root && !inPlace) {
      arguments.length("data", data, own);
    }
    long place = inPlace ? blocks.offset(rank) : Problem.APART;
    return new Problem(
        root, Problem.UNKNOWN, Problem.ANY_BYTE, Blocks.equal(1, own), blocks, place);
  }

  private CollectiveCall gather(Plan plan, Buffer data, Buffer result, int root, String text) {
    if (rank != root) {
      return plan.call(data, null, text);
    }
    if (data == Buffer.IN_PLACE) {
      return plan.call(null, result, text);
    }
    return plan.call(data, result, text);
  }
}
