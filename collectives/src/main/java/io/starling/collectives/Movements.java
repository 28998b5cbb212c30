package io.starling.collectives;

import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.machine.Collective;
import io.starling.runtime.memory.Buffer;
import java.util.function.Supplier;

/** The collectives that move data and fold nothing: checks their arguments and sets them up. */
final class Movements {

  private static final int ANY_BYTE = 1;

  private final Collectives collectives;
  private final Arguments arguments;
  private final Member member;
  private final int rank;
  private final int size;

  Movements(Collectives collectives) {
    this.collectives = collectives;
    member = collectives.member();
    arguments = member.arguments();
    rank = member.context().rank();
    size = member.context().size();
  }

  Call<Collective> barrier() {
    member.checkUsable();
    return collectives.call(
        CollectiveKind.BARRIER,
        Problem.whole(Problem.NO_ROOT, 0, 1, Problem.APART),
        new CallBuffers(arguments, null, null, () -> "barrier()"));
  }

  Call<Collective> broadcast(Buffer data, int root) {
    return broadcast(data, root, () -> "broadcast(%s, root %d)".formatted(data, root));
  }

  /** The same as a part of another call, which ranks that disagree are told of. */
  Call<Collective> broadcast(Buffer data, int root, Supplier<String> text) {
    member.checkUsable();
    arguments.root(root);
    if (rank == root) {
      arguments.readable("data", data);
    } else {
      arguments.writable("data", data);
    }
    return collectives.call(
        CollectiveKind.BROADCAST,
        Problem.whole(root, data.byteSize(), data.type().extent(), Problem.APART),
        new CallBuffers(arguments, data, null, text));
  }

  Call<Collective> scatter(Buffer data, Buffer result, int root) {
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
    Blocks blocks = Blocks.equal(size, block);
    return scatter(
        data,
        result,
        root,
        blocks,
        block,
        size * block,
        () -> "scatter(%d bytes each, root %d)".formatted(block, root));
  }

  /** Only the root knows the counts. */
  Call<Collective> scatterv(Buffer data, Counts counts, Buffer result, int root) {
    member.checkUsable();
    arguments.root(root);
    Blocks blocks = Blocks.of(new long[size], new long[size]);
    long own;
    if (rank == root) {
      arguments.readable("data", data);
      blocks = arguments.blocks("data", data, counts);
      own = blocks.length(rank);
      if (result != Buffer.IN_PLACE) {
        arguments.length("result", result, own);
      }
    } else {
      own = arguments.writableBytes("result", result);
    }
    return scatter(
        data,
        result,
        root,
        blocks,
        own,
        Problem.UNKNOWN,
        () -> "scatterv(root %d)".formatted(root));
  }

  private Call<Collective> scatter(
      Buffer data,
      Buffer result,
      int root,
      Blocks blocks,
      long own,
      long bytes,
      Supplier<String> text) {
    boolean inPlace = rank == root && result == Buffer.IN_PLACE;
    if (rank == root && !inPlace) {
      arguments.writable("result", result);
      arguments.apart(data, result);
    }
    // In place, the root's result is its block of the data.
    Blocks target =
        inPlace
            ? Blocks.of(new long[] {blocks.offset(rank)}, new long[] {own})
            : Blocks.equal(1, own);
    return collectives.call(
        CollectiveKind.SCATTER,
        bytes == Problem.UNKNOWN,
        new Problem(root, bytes, ANY_BYTE, blocks, target, inPlace ? 0 : Problem.APART),
        new CallBuffers(arguments, rank == root ? data : null, inPlace ? data : result, text));
  }

  Call<Collective> gather(Buffer data, Buffer result, int root) {
    member.checkUsable();
    arguments.root(root);
    boolean inPlace = rank == root && data == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("result", result) : arguments.readableBytes("data", data);
    if (rank == root) {
      arguments.writable("result", result);
      arguments.blocks("result", result, block);
    }
    Blocks blocks = Blocks.equal(size, block);
    return gather(
        data,
        result,
        root,
        blocks,
        block,
        size * block,
        () -> "gather(%d bytes each, root %d)".formatted(block, root));
  }

  /** Only the root knows the counts. */
  Call<Collective> gatherv(Buffer data, Buffer result, Counts counts, int root) {
    member.checkUsable();
    arguments.root(root);
    Blocks blocks = Blocks.of(new long[size], new long[size]);
    long own;
    if (rank == root) {
      arguments.writable("result", result);
      blocks = arguments.receivedBlocks("result", result, counts);
      own = blocks.length(rank);
      if (data != Buffer.IN_PLACE) {
        arguments.length("data", data, own);
      }
    } else {
      own = arguments.readableBytes("data", data);
    }
    return gather(
        data, result, root, blocks, own, Problem.UNKNOWN, () -> "gatherv(root %d)".formatted(root));
  }

  private Call<Collective> gather(
      Buffer data,
      Buffer result,
      int root,
      Blocks blocks,
      long own,
      long bytes,
      Supplier<String> text) {
    boolean inPlace = rank == root && data == Buffer.IN_PLACE;
    if (rank == root && !inPlace) {
      arguments.readable("data", data);
      arguments.apart(data, result);
    }
    return collectives.call(
        CollectiveKind.GATHER,
        bytes == Problem.UNKNOWN,
        new Problem(
            root,
            bytes,
            ANY_BYTE,
            Blocks.equal(1, own),
            blocks,
            inPlace ? blocks.offset(rank) : Problem.APART),
        new CallBuffers(arguments, inPlace ? null : data, rank == root ? result : null, text));
  }

  Call<Collective> allgather(Buffer data, Buffer result) {
    member.checkUsable();
    arguments.writable("result", result);
    boolean inPlace = data == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("result", result) : arguments.readableBytes("data", data);
    arguments.blocks("result", result, block);
    return allgather(
        data, result, Blocks.equal(size, block), () -> "allgather(%d bytes each)".formatted(block));
  }

  Call<Collective> allgatherv(Buffer data, Buffer result, Counts counts) {
    member.checkUsable();
    arguments.writable("result", result);
    Blocks blocks = arguments.receivedBlocks("result", result, counts);
    if (data != Buffer.IN_PLACE) {
      arguments.length("data", data, blocks.length(rank));
    }
    return allgather(data, result, blocks, () -> "allgatherv(%s)".formatted(counts));
  }

  private Call<Collective> allgather(
      Buffer data, Buffer result, Blocks blocks, Supplier<String> text) {
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.readable("data", data);
      arguments.apart(data, result);
    }
    return collectives.call(
        CollectiveKind.ALLGATHER,
        !blocks.areEqual(),
        new Problem(
            Problem.NO_ROOT,
            blocks.total(),
            ANY_BYTE,
            Blocks.equal(1, blocks.length(rank)),
            blocks,
            inPlace ? blocks.offset(rank) : Problem.APART),
        new CallBuffers(arguments, inPlace ? null : data, result, text));
  }

  Call<Collective> alltoall(Buffer data, Buffer result) {
    member.checkUsable();
    arguments.writable("result", result);
    long block = arguments.share("result", result);
    if (data != Buffer.IN_PLACE) {
      arguments.readable("data", data);
      arguments.blocks("data", data, block);
    }
    Blocks blocks = Blocks.equal(size, block);
    return alltoall(
        data,
        blocks,
        result,
        blocks,
        size * block,
        () -> "alltoall(%d bytes each)".formatted(block));
  }

  Call<Collective> alltoallv(Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    member.checkUsable();
    arguments.writable("result", result);
    Blocks into = arguments.receivedBlocks("result", result, resultCounts);
    Blocks from = into;
    if (data != Buffer.IN_PLACE) {
      arguments.readable("data", data);
      from = arguments.blocks("data", data, dataCounts);
      if (from.length(rank) != into.length(rank)) {
        throw arguments.refuse(
            "it sends %d bytes to itself, but receives %d"
                .formatted(from.length(rank), into.length(rank)));
      }
    }
    return alltoall(data, from, result, into, Problem.UNKNOWN, () -> "alltoallv()");
  }

  private Call<Collective> alltoall(
      Buffer data, Blocks from, Buffer result, Blocks into, long bytes, Supplier<String> text) {
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.apart(data, result);
    }
    return collectives.call(
        CollectiveKind.ALLTOALL,
        bytes == Problem.UNKNOWN,
        new Problem(Problem.NO_ROOT, bytes, ANY_BYTE, from, into, inPlace ? 0 : Problem.APART),
        new CallBuffers(arguments, inPlace ? null : data, result, text));
  }
}
