package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.runtime.Buffer;
import io.starling.runtime.memory.MemoryBuffer;
import java.util.function.Supplier;

/** The collectives that move data between all ranks: checks their arguments and sets them up. */
final class DataMovement {

  private final Collectives collectives;
  private final Arguments arguments;
  private final Member member;
  private final int rank;
  private final int size;

  DataMovement(Collectives collectives) {
    this.collectives = collectives;
    member = collectives.member();
    arguments = member.arguments();
    rank = member.context().rank();
    size = member.context().size();
  }

  Call<CollectiveOperation> barrier() {
    member.checkUsable();
    return collectives.call(
        collectives.equalBlocks(
            CollectiveKind.BARRIER,
            Problem.NO_ROOT,
            0,
            false,
            () -> Problem.whole(Problem.NO_ROOT, 0, Problem.ANY_BYTE, Problem.APART)),
        new CallBuffers(arguments, null, null, () -> "barrier()"));
  }

  Call<CollectiveOperation> broadcast(Buffer data, int root) {
    return broadcast(
        data,
        root,
        () -> "broadcast(%s, root %d)".formatted(MemoryBuffer.of(data).signature(), root));
  }

  /** A broadcast as a part of another call, which messages about disagreeing ranks name. */
  Call<CollectiveOperation> broadcast(Buffer data, int root, Supplier<String> text) {
    member.checkUsable();
    arguments.root(root);
    if (rank == root) {
      arguments.readable("data", data);
    } else {
      arguments.writable("data", data);
    }
    long bytes = data.byteSize();
    return collectives.call(
        collectives.plan(
            CollectiveKind.BROADCAST,
            new Planned.Shape(root, bytes, Problem.ANY_BYTE, false, null, null),
            () -> Problem.whole(root, bytes, Problem.ANY_BYTE, Problem.APART)),
        new CallBuffers(arguments, data, null, text));
  }

  Call<CollectiveOperation> allgather(Buffer data, Buffer result) {
    member.checkUsable();
    arguments.writable("result", result);
    boolean inPlace = data == Buffer.IN_PLACE;
    long block =
        inPlace ? arguments.share("result", result) : arguments.readableBytes("data", data);
    arguments.blocks("result", result, block);
    return allgather(
        collectives.equalBlocks(
            CollectiveKind.ALLGATHER,
            Problem.NO_ROOT,
            block,
            inPlace,
            () -> allgather(Blocks.equal(size, block), inPlace)),
        data,
        result,
        () -> "allgather(%d bytes each)".formatted(block));
  }

  Call<CollectiveOperation> allgatherv(Buffer data, Buffer result, Counts counts) {
    member.checkUsable();
    arguments.writable("result", result);
    Blocks blocks = arguments.receivedBlocks("result", result, counts);
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.length("data", data, blocks.length(rank));
    }
    return allgather(
        collectives.unequalBlocks(CollectiveKind.ALLGATHER, allgather(blocks, inPlace)),
        data,
        result,
        () -> "allgatherv(%s)".formatted(blocks.lengthsToString()));
  }

  private Problem allgather(Blocks blocks, boolean inPlace) {
    return new Problem(
        Problem.NO_ROOT,
        blocks.total(),
        Problem.ANY_BYTE,
        Blocks.equal(1, blocks.length(rank)),
        blocks,
        inPlace ? blocks.offset(rank) : Problem.APART);
  }

  private Call<CollectiveOperation> allgather(
      Supplier<Planned> plan, Buffer data, Buffer result, Supplier<String> text) {
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.readable("data", data);
      arguments.apart(data, result);
    }
    return collectives.call(plan, new CallBuffers(arguments, inPlace ? null : data, result, text));
  }

  Call<CollectiveOperation> alltoall(Buffer data, Buffer result) {
    member.checkUsable();
    arguments.writable("result", result);
    long block = arguments.share("result", result);
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.readable("data", data);
      arguments.blocks("data", data, block);
    }
    return alltoall(
        collectives.equalBlocks(
            CollectiveKind.ALLTOALL,
            Problem.NO_ROOT,
            block,
            inPlace,
            () -> {
              Blocks blocks = Blocks.equal(size, block);
              return alltoall(size * block, blocks, blocks, inPlace);
            }),
        data,
        result,
        () -> "alltoall(%d bytes each)".formatted(block));
  }

  Call<CollectiveOperation> alltoallv(
      Buffer data, Counts dataCounts, Buffer result, Counts resultCounts) {
    member.checkUsable();
    arguments.writable("result", result);
    Blocks into = arguments.receivedBlocks("result", result, resultCounts);
    Blocks from = into;
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.readable("data", data);
      from = arguments.blocks("data", data, dataCounts);
      if (from.length(rank) != into.length(rank)) {
        throw arguments.refuse(
            "this rank sends %d bytes to itself, but receives %d from itself"
                .formatted(from.length(rank), into.length(rank)));
      }
    }
    return alltoall(
        collectives.unequalBlocks(
            CollectiveKind.ALLTOALL, alltoall(Problem.UNKNOWN, from, into, inPlace)),
        data,
        result,
        () -> "alltoallv()");
  }

  private static Problem alltoall(long bytes, Blocks from, Blocks into, boolean inPlace) {
    return new Problem(
        Problem.NO_ROOT, bytes, Problem.ANY_BYTE, from, into, inPlace ? 0 : Problem.APART);
  }

  private Call<CollectiveOperation> alltoall(
      Supplier<Planned> plan, Buffer data, Buffer result, Supplier<String> text) {
    boolean inPlace = data == Buffer.IN_PLACE;
    if (!inPlace) {
      arguments.apart(data, result);
    }
    return collectives.call(plan, new CallBuffers(arguments, inPlace ? null : data, result, text));
  }
}
