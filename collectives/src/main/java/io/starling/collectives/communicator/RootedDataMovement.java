package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.runtime.Buffer;
import java.util.function.Supplier;

/** Scatter and gather: checks their arguments and sets them up. */
final class RootedDataMovement {

  private final Collectives collectives;
  private final Arguments arguments;
  private final Member member;
  private final int rank;
  private final int size;

  RootedDataMovement(Collectives collectives) {
    this.collectives = collectives;
    member = collectives.member();
    arguments = member.arguments();
    rank = member.context().rank();
    size = member.context().size();
  }

  Call<CollectiveOperation> scatter(Buffer data, Buffer result, int root) {
    member.checkUsable();
    arguments.root(root);
    boolean isRoot = rank == root;
    boolean inPlace = isRoot && result == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("data", data) : arguments.writableBytes("result", result);
    if (isRoot) {
      arguments.readable("data", data);
      arguments.blocks("data", data, block);
    }
    return scatter(
        collectives.equalBlocks(
            CollectiveKind.SCATTER,
            root,
            block,
            inPlace,
            () -> scatter(root, size * block, Blocks.equal(size, block), block, inPlace)),
        data,
        result,
        root,
        () -> "scatter(%d bytes each, root %d)".formatted(block, root));
  }

  /** Only the root knows the counts. */
  Call<CollectiveOperation> scatterv(Buffer data, Counts counts, Buffer result, int root) {
    member.checkUsable();
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
    } else {
      own = arguments.writableBytes("result", result);
    }
    return scatter(
        collectives.unequalBlocks(
            CollectiveKind.SCATTER, scatter(root, Problem.UNKNOWN, blocks, own, inPlace)),
        data,
        result,
        root,
        () -> "scatterv(root %d)".formatted(root));
  }

  /** In place, the root's result is its block of the data. */
  private Problem scatter(int root, long bytes, Blocks blocks, long own, boolean inPlace) {
    Blocks target =
        inPlace
            ? Blocks.of(new long[] {blocks.offset(rank)}, new long[] {own})
            : Blocks.equal(1, own);
    return new Problem(root, bytes, Problem.ANY_BYTE, blocks, target, inPlace ? 0 : Problem.APART);
  }

  private Call<CollectiveOperation> scatter(
      Supplier<Planned> plan, Buffer data, Buffer result, int root, Supplier<String> text) {
    boolean inPlace = rank == root && result == Buffer.IN_PLACE;
    if (rank == root && !inPlace) {
      arguments.writable("result", result);
      arguments.apart(data, result);
    }
    return collectives.call(
        plan,
        new CallBuffers(arguments, rank == root ? data : null, inPlace ? data : result, text));
  }

  Call<CollectiveOperation> gather(Buffer data, Buffer result, int root) {
    member.checkUsable();
    arguments.root(root);
    boolean inPlace = rank == root && data == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("result", result) : arguments.readableBytes("data", data);
    if (rank == root) {
      arguments.writable("result", result);
      arguments.blocks("result", result, block);
    }
    return gather(
        collectives.equalBlocks(
            CollectiveKind.GATHER,
            root,
            block,
            inPlace,
            () -> gather(root, size * block, Blocks.equal(size, block), block, inPlace)),
        data,
        result,
        root,
        () -> "gather(%d bytes each, root %d)".formatted(block, root));
  }

  /** Only the root knows the counts. */
  Call<CollectiveOperation> gatherv(Buffer data, Buffer result, Counts counts, int root) {
    member.checkUsable();
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
    } else {
      own = arguments.readableBytes("data", data);
    }
    return gather(
        collectives.unequalBlocks(
            CollectiveKind.GATHER, gather(root, Problem.UNKNOWN, blocks, own, inPlace)),
        data,
        result,
        root,
        () -> "gatherv(root %d)".formatted(root));
  }

  private Problem gather(int root, long bytes, Blocks blocks, long own, boolean inPlace) {
    return new Problem(
        root,
        bytes,
        Problem.ANY_BYTE,
        Blocks.equal(1, own),
        blocks,
        inPlace ? blocks.offset(rank) : Problem.APART);
  }

  private Call<CollectiveOperation> gather(
      Supplier<Planned> plan, Buffer data, Buffer result, int root, Supplier<String> text) {
    boolean inPlace = rank == root && data == Buffer.IN_PLACE;
    if (rank == root && !inPlace) {
      arguments.readable("data", data);
      arguments.apart(data, result);
    }
    return collectives.call(
        plan,
        new CallBuffers(arguments, inPlace ? null : data, rank == root ? result : null, text));
  }
}
