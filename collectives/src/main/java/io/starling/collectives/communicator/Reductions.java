package io.starling.collectives.communicator;

import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.DerivedDatatype;
import io.starling.runtime.memory.MemoryBuffer;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The collectives that fold: checks their arguments and sets them up. */
final class Reductions {

  /** Not for booleans: they travel as unsigned bytes, whose sum would be 0 on 256 ranks. */
  private static final List<ReductionOperator> NUMERIC =
      List.of(ReductionOperator.SUM, ReductionOperator.PRODUCT);

  private final Collectives collectives;
  private final Arguments arguments;
  private final Member member;
  private final int rank;
  private final int size;

  Reductions(Collectives collectives) {
    this.collectives = collectives;
    member = collectives.member();
    arguments = member.arguments();
    rank = member.context().rank();
    size = member.context().size();
  }

  Call<CollectiveOperation> reduce(
      Buffer data, Buffer result, ReductionOperator operator, int root) {
    Buffer described = data == Buffer.IN_PLACE ? result : data;
    return reduce(
        data,
        result,
        operator,
        root,
        () -> "reduce(%s, %s, root %d)".formatted(elements(described), operator.name(), root));
  }

  /** A reduce as a part of another call, which messages about disagreeing ranks name. */
  Call<CollectiveOperation> reduce(
      Buffer data, Buffer result, ReductionOperator operator, int root, Supplier<String> text) {
    member.checkUsable();
    arguments.root(root);
    boolean isRoot = rank == root;
    Buffer own = own(data, result, isRoot);
    boolean inPlace = false;
    if (isRoot) {
      arguments.writable("result", result);
      arguments.same(own, result);
      inPlace = arguments.inPlace(own, result);
    }
    return collectives.call(
        whole(CollectiveKind.REDUCE, root, own, operator, inPlace),
        new CallBuffers(arguments, inPlace ? result : own, isRoot ? result : null, text));
  }

  Call<CollectiveOperation> allreduce(Buffer data, Buffer result, ReductionOperator operator) {
    return whole(CollectiveKind.ALLREDUCE, data, result, operator, "allreduce");
  }

  Call<CollectiveOperation> scan(Buffer data, Buffer result, ReductionOperator operator) {
    return whole(CollectiveKind.SCAN, data, result, operator, "scan");
  }

  Call<CollectiveOperation> exclusiveScan(Buffer data, Buffer result, ReductionOperator operator) {
    return whole(CollectiveKind.EXCLUSIVE_SCAN, data, result, operator, "exclusiveScan");
  }

  /** A call whose data and result have the same length on all ranks. */
  private Call<CollectiveOperation> whole(
      CollectiveKind kind, Buffer data, Buffer result, ReductionOperator operator, String name) {
    member.checkUsable();
    Buffer own = own(data, result, true);
    arguments.writable("result", result);
    arguments.same(own, result);
    boolean inPlace = arguments.inPlace(own, result);
    return collectives.call(
        whole(kind, Problem.NO_ROOT, own, operator, inPlace),
        new CallBuffers(
            arguments,
            own,
            result,
            () -> "%s(%s, %s)".formatted(name, elements(own), operator.name())));
  }

  /** This rank's checked contribution: the result if it is IN_PLACE and may be. */
  private Buffer own(Buffer data, Buffer result, boolean mayBeInPlace) {
    boolean inPlace = mayBeInPlace && data == Buffer.IN_PLACE;
    Buffer own = inPlace ? result : data;
    arguments.readable(inPlace ? "result" : "data", own);
    return own;
  }

  /** The elements on which ranks must agree: their basic elements, regardless of their places. */
  private static String elements(Buffer buffer) {
    return buffer.type() instanceof DerivedDatatype derived
        ? "%d x (%s)".formatted(buffer.count(), derived.signature())
        : buffer.toString();
  }

  /** The plan of a call in which data and result have the same length. */
  private Supplier<Planned> whole(
      CollectiveKind kind, int root, Buffer own, ReductionOperator operator, boolean inPlace) {
    supports(operator, own);
    long bytes = own.byteSize();
    long elementBytes = Math.max(1, own.type().size());
    return collectives.plan(
        kind,
        new Planned.Shape(root, bytes, elementBytes, inPlace, own.type(), operator),
        () -> Problem.whole(root, bytes, elementBytes, inPlace ? 0 : Problem.APART));
  }

  Call<CollectiveOperation> reduceScatterBlock(
      Buffer data, Buffer result, ReductionOperator operator) {
    member.checkUsable();
    arguments.writable("result", result);
    long block = data == Buffer.IN_PLACE ? arguments.share("result", result) : result.byteSize();
    Blocks blocks = Blocks.equal(size, block);
    return reduceScatter(
        data,
        result,
        operator,
        blocks,
        () -> "reduceScatterBlock(%d bytes each, %s)".formatted(block, operator.name()));
  }

  Call<CollectiveOperation> reduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    member.checkUsable();
    arguments.writable("result", result);
    Buffer own = own(data, result, true);
    arguments.adjacent(counts);
    Blocks blocks = arguments.blocks("data", own, counts);
    return reduceScatter(
        data,
        result,
        operator,
        blocks,
        () -> "reduceScatter(%s, %s)".formatted(blocks.lengthsToString(), operator.name()));
  }

  private Call<CollectiveOperation> reduceScatter(
      Buffer data,
      Buffer result,
      ReductionOperator operator,
      Blocks blocks,
      Supplier<String> text) {
    boolean inPlace = data == Buffer.IN_PLACE;
    Buffer own = own(data, result, true);
    if (own.byteSize() != blocks.total()) {
      throw arguments.refuse(
          "data has %d bytes, but the blocks of all ranks have %d"
              .formatted(own.byteSize(), blocks.total()));
    }
    if (!inPlace) {
      arguments.apart(data, result);
      arguments.length("result", result, blocks.length(rank));
      arguments.sameType(data, result);
    }
    supports(operator, own);
    Problem problem =
        new Problem(
            Problem.NO_ROOT,
            blocks.total(),
            Math.max(1, own.type().size()),
            blocks,
            Blocks.equal(1, blocks.length(rank)),
            inPlace ? 0 : Problem.APART);
    return collectives.call(
        collectives.plan(
            CollectiveKind.REDUCE_SCATTER, blocks.areEqual(), problem, own.type(), operator),
        new CallBuffers(arguments, inPlace ? null : data, result, text));
  }

  /** An operator must be defined on the elements that it folds. */
  private void supports(ReductionOperator operator, Buffer data) {
    arguments.present("operator", operator);
    boolean booleans = MemoryBuffer.of(data).isOfBooleans();
    if (operator.supports(data.type()) && !(booleans && NUMERIC.contains(operator))) {
      return;
    }
    String instead = "";
    if (booleans) {
      instead =
          "; use LOGICAL_AND, LOGICAL_OR, LOGICAL_XOR, BITWISE_AND, BITWISE_OR, BITWISE_XOR, MAX or"
              + " MIN, or numbers";
    } else if (data.type() instanceof DerivedDatatype) {
      instead = "; on derived types, only operators of ReductionOperator.custom are";
    } else {
      instead =
          ReductionOperator.predefined().stream()
              .filter(other -> other.supports(data.type()))
              .map(ReductionOperator::name)
              .collect(Collectors.joining(", ", "; defined are ", ""));
    }
    throw arguments.refuse(
        "operator %s is not defined on %s%s"
            .formatted(operator.name(), booleans ? "booleans" : data.type(), instead));
  }
}
