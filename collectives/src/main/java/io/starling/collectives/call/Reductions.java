package io.starling.collectives.call;

import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Problem;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.DerivedDatatype;
import io.starling.runtime.memory.MemoryBuffer;
import java.util.List;
import java.util.stream.Collectors;

/** The collectives that fold: checks their arguments and sets them up. */
public final class Reductions implements ReductionSetup {

  /** Not for booleans: they travel as unsigned bytes, whose sum would be 0 on 256 ranks. */
  private static final List<ReductionOperator> NUMERIC =
      List.of(ReductionOperator.SUM, ReductionOperator.PRODUCT);

  private final Collectives collectives;
  private final CountedPlans counted;
  private final Arguments arguments;
  private final boolean check;
  private final int rank;
  private final int size;

  public Reductions(Collectives collectives) {
    this.collectives = collectives;
    counted = collectives.counted();
    Member member = collectives.member();
    check = member.check();
    arguments = member.arguments();
    rank = member.context().rank();
    size = member.context().size();
  }

  @Override
  public CollectiveCall reduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    arguments.root(root);
    Buffer described = data == Buffer.IN_PLACE ? result : data;
    boolean told = check && described != null && operator != null;
    return reduce(
        data,
        result,
        operator,
        root,
        told
            ? "reduce(%s, %s, root %d)".formatted(elements(described), operator.name(), root)
            : null);
  }

  /** A reduce as a part of another call, which messages about disagreeing ranks name. */
  public CollectiveCall reduce(
      Buffer data, Buffer result, ReductionOperator operator, int root, String text) {
    boolean isRoot = rank == root;
    Buffer own = own(data, result, isRoot);
    boolean inPlace = false;
    if (isRoot) {
      arguments.writable("result", result);
      arguments.same(own, result);
      inPlace = arguments.inPlace(own, result);
    }
    return whole(CollectiveKind.REDUCE, root, own, operator, inPlace)
        .call(inPlace ? result : own, isRoot ? result : null, text);
  }

  @Override
  public CollectiveCall allreduce(Buffer data, Buffer result, ReductionOperator operator) {
    return whole(CollectiveKind.ALLREDUCE, data, result, operator, "allreduce");
  }

  CollectiveCall scan(Buffer data, Buffer result, ReductionOperator operator) {
    return whole(CollectiveKind.SCAN, data, result, operator, "scan");
  }

  CollectiveCall exclusiveScan(Buffer data, Buffer result, ReductionOperator operator) {
    return whole(CollectiveKind.EXCLUSIVE_SCAN, data, result, operator, "exclusiveScan");
  }

  /** A call whose data and result have the same length on all ranks. */
  private CollectiveCall whole(
      CollectiveKind kind, Buffer data, Buffer result, ReductionOperator operator, String name) {
    Buffer own = own(data, result, true);
    arguments.writable("result", result);
    arguments.same(own, result);
    boolean inPlace = arguments.inPlace(own, result);
    return whole(kind, Problem.NO_ROOT, own, operator, inPlace)
        .call(
            own,
            result,
            check ? "%s(%s, %s)".formatted(name, elements(own), operator.name()) : null);
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
  private Plan whole(
      CollectiveKind kind, int root, Buffer own, ReductionOperator operator, boolean inPlace) {
    supports(arguments, operator, own);
    return collectives.plan(
        kind, root, own.byteSize(), elementBytes(own), inPlace, own.type(), operator);
  }

  static long elementBytes(Buffer buffer) {
    return Math.max(1, buffer.type().size());
  }

  @Override
  public CollectiveCall reduceScatterBlock(Buffer data, Buffer result, ReductionOperator operator) {
    arguments.writable("result", result);
    boolean inPlace = data == Buffer.IN_PLACE;
    long block = inPlace ? arguments.share("result", result) : result.byteSize();
    Buffer own = reduceScattered(data, result, operator, block, size * block);
    return collectives
        .plan(
            CollectiveKind.REDUCE_SCATTER,
            Problem.NO_ROOT,
            block,
            elementBytes(own),
            inPlace,
            own.type(),
            operator)
        .call(
            inPlace ? null : data,
            result,
            check
                ? "reduceScatterBlock(%d bytes each, %s)".formatted(block, operator.name())
                : null);
  }

  @Override
  public CollectiveCall reduceScatter(
      Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    arguments.writable("result", result);
    Buffer whole = own(data, result, true);
    CollectiveKind kind = CollectiveKind.REDUCE_SCATTER;
    Plan plan = counted.find(kind, Problem.NO_ROOT, data, counts, result, null, operator);
    if (plan == null) {
      plan = scattered(data, result, counts, operator);
      counted.add(kind, Problem.NO_ROOT, data, counts, result, null, operator, plan);
    } else {
      // What distinguishes booleans and bytes is not their datatype.
      supports(arguments, operator, whole);
      if (data != Buffer.IN_PLACE) {
        arguments.apart(data, result);
      }
    }
    String text =
        check
            ? "reduceScatter(%s, %s)"
                .formatted(plan.problem().data().lengthsToString(), operator.name())
            : null;
    return plan.call(data == Buffer.IN_PLACE ? null : data, result, text);
  }

  private Plan scattered(Buffer data, Buffer result, Counts counts, ReductionOperator operator) {
    arguments.adjacent(counts);
    boolean inPlace = data == Buffer.IN_PLACE;
    Blocks blocks = arguments.blocks("data", inPlace ? result : data, counts);
    Buffer own = reduceScattered(data, result, operator, blocks.length(rank), blocks.total());
    Problem problem =
        new Problem(
            Problem.NO_ROOT,
            blocks.total(),
            elementBytes(own),
            blocks,
            Blocks.equal(1, blocks.length(rank)),
            inPlace ? 0 : Problem.APART);
    return collectives.plan(
        CollectiveKind.REDUCE_SCATTER, blocks.areEqual(), problem, own.type(), operator);
  }

  /**
   * Checks the buffers of a reduceScatter, and returns this rank's contribution.
   *
   * @param block the bytes of this rank's block
   * @param total the bytes of all blocks
   */
  private Buffer reduceScattered(
      Buffer data, Buffer result, ReductionOperator operator, long block, long total) {
    Buffer own = own(data, result, true);
    if (own.byteSize() != total) {
      throw arguments.refuse(
          "data has %d bytes, but the blocks of all ranks have %d"
              .formatted(own.byteSize(), total));
    }
    if (data != Buffer.IN_PLACE) {
      arguments.apart(data, result);
      arguments.length("result", result, block);
      arguments.sameType(data, result);
    }
    supports(arguments, operator, own);
    return own;
  }

  /** An operator must be defined on the elements that it folds. */
  static void supports(Arguments arguments, ReductionOperator operator, Buffer data) {
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
