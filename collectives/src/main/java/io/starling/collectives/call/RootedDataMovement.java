package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;

/** Scatter and gather: checks their arguments and sets them up. */
final class RootedDataMovement implements RootedSetup {

  private final Collectives collectives;
  private final Arguments arguments;
  private final boolean check;
  private final int rank;
  private final int size;

  RootedDataMovement(Collectives collectives) {
    this.collectives = collectives;
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

  /** Only the root knows the counts. */
  @Override
  public CollectiveCall scatterv(Buffer data, Counts counts, Buffer result, int root) {
    arguments.root(root);
    boolean inPlace = rank == root && result == Buffer.IN_PLACE;
    Blocks blocks = Blocks.of(new long[size], new long[size]);
    long own;
    if (rank == root) {
      arguments.readable("data", data);
      blocks = arguments.blocks("data", data, counts);
      own = blocks.length(rank);
      if (!inPlace) {
        arguments.length("result", result, own);
      }
      checkOwnBlock(data, result);
    } else {
      own = arguments.writableBytes("result", result);
    }
    Blocks target =
        inPlace
            ? Blocks.of(new long[] {blocks.offset(rank)}, new long[] {own})
            : Blocks.equal(1, own);
    Problem problem =
        new Problem(
            root, Problem.UNKNOWN, Problem.ANY_BYTE, blocks, target, inPlace ? 0 : Problem.APART);
    return scatter(
        collectives.plan(CollectiveKind.SCATTER, problem),
        data,
        result,
        root,
        check ? "scatterv(root %d)".formatted(root) : null);
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

  /** Only the root knows the counts. */
  @Override
  public CollectiveCall gatherv(Buffer data, Buffer result, Counts counts, int root) {
    arguments.root(root);
    boolean inPlace = rank == root && data == Buffer.IN_PLACE;
    Blocks blocks = Blocks.of(new long[size], new long[size]);
    long own;
    if (rank == root) {
      arguments.writable("result", result);
      blocks = arguments.receivedBlocks("result", result, counts);
      own = blocks.length(rank);
      if (!inPlace) {
        arguments.length("data", data, own);
      }
      checkOwnBlock(data, result);
    } else {
      own = arguments.readableBytes("data", data);
    }
    Problem problem =
        new Problem(
            root,
            Problem.UNKNOWN,
            Problem.ANY_BYTE,
            Blocks.equal(1, own),
            blocks,
            inPlace ? blocks.offset(rank) : Problem.APART);
    return gather(
        collectives.plan(CollectiveKind.GATHER, problem),
        data,
        result,
        root,
        check ? "gatherv(root %d)".formatted(root) : null);
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
