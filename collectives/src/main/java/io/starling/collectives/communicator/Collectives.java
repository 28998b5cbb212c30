package io.starling.collectives.communicator;

import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.algorithm.Task;
import io.starling.collectives.communicator.Call.Prepared;
import io.starling.collectives.communicator.OperationCache.Idle;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CallCheck;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.LengthCheck;
import io.starling.collectives.selection.Decisions;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.DerivedDatatype;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.OperatorFold;
import java.util.function.Supplier;

/**
 * The common part of all collectives: selects an algorithm, finds or makes its operation, and
 * begins the operation with the next sequence number. {@link DataMovement} and {@link Reductions}
 * check the arguments.
 */
final class Collectives {

  private record Key(Choice choice, Problem problem, Datatype type, ReductionOperator operator) {}

  private final Member member;
  private final Context context;
  private final Selection selection;
  private final Planned.Recent recent = new Planned.Recent();
  private final Decisions decisions;

  Collectives(Member member, Selection selection) {
    this.member = member;
    this.context = member.context();
    this.selection = selection;
    decisions = selection.on(context);
  }

  Member member() {
    return member;
  }

  Selection selection() {
    return selection;
  }

  /** The selection with other choices of algorithm. */
  Selection selectionWith(String specification) {
    return selectionWith(specification, "withAlgorithm");
  }

  /** The selection with other choices, whose explanations name their origin. */
  Selection selectionWith(String specification, String origin) {
    member.arguments().present("specification", specification);
    return selection.with(specification, origin);
  }

  String algorithmFor(String collective, long bytes) {
    member.arguments().present("collective", collective);
    if (bytes < 0) {
      throw member.arguments().refuse("bytes must be at least 0, not " + bytes);
    }
    CollectiveKind kind = Specification.kind(collective);
    member.engine().enter();
    try {
      return decisions.decide(kind, bytes, true, true).choice().describe();
    } finally {
      member.engine().leave();
    }
  }

  /**
   * The plan of a call in which all blocks have the same length; to be called inside the engine.
   *
   * @param problem makes the problem of a new call
   */
  Supplier<Planned> plan(CollectiveKind kind, Planned.Shape shape, Supplier<Problem> problem) {
    return () -> {
      Planned known = recent.find(kind, shape);
      return known != null
          ? known
          : recent.add(
              kind, shape, look(kind, true, problem.get(), shape.type(), shape.operator()));
    };
  }

  /**
   * The plan of a call; to be called inside the engine.
   *
   * @param equalBlocks whether all blocks have the same length
   * @param type the datatype that the operator folds; null if nothing is folded
   */
  Supplier<Planned> plan(
      CollectiveKind kind,
      boolean equalBlocks,
      Problem problem,
      Datatype type,
      ReductionOperator operator) {
    return () -> look(kind, equalBlocks, problem, type, operator);
  }

  private Planned look(
      CollectiveKind kind,
      boolean equalBlocks,
      Problem problem,
      Datatype type,
      ReductionOperator operator) {
    boolean commutative = operator == null || operator.commutative();
    Choice choice = decisions.choose(kind, problem.bytes(), commutative, equalBlocks);
    return new Planned(choice, problem, idle(new Key(choice, problem, type, operator)));
  }

  /** The plan of a call without folds, with blocks of equal length. */
  Supplier<Planned> equalBlocks(
      CollectiveKind kind, int root, long block, boolean inPlace, Supplier<Problem> problem) {
    return plan(
        kind, new Planned.Shape(root, block, Problem.ANY_BYTE, inPlace, null, null), problem);
  }

  /** The plan of a call without folds, with blocks of any lengths. */
  Supplier<Planned> unequalBlocks(CollectiveKind kind, Problem problem) {
    return plan(kind, false, problem, null, null);
  }

  /** A call; {@code memories} returns its memory at every start. */
  Call<CollectiveOperation> call(Supplier<Planned> plan, Memories memories) {
    return new Call<>(member.engine(), () -> prepared(plan.get(), memories));
  }

  private Prepared<CollectiveOperation> prepared(Planned plan, Memories memories) {
    CollectiveOperation operation = plan.idle().take();
    return new Prepared<>(
        plan.idle(),
        operation,
        () -> {
          member.checkUsable();
          operation.useMemory(memories.memoryOfData(), memories.memoryOfResult());
          begin(operation, memories, plan);
        });
  }

  private Idle<CollectiveOperation> idle(Key key) {
    Idle<CollectiveOperation> idle = member.operations().find(key);
    return idle != null ? idle : addIdle(key);
  }

  private Idle<CollectiveOperation> addIdle(Key key) {
    member.uses().note(key.choice, key.problem);
    ReductionOperator operator = key.operator;
    boolean inOrder = operator != null && (!operator.commutative() || roundsDifferently(key.type));
    Task task =
        new Task(
            context,
            key.choice.parameters(),
            key.problem,
            operator == null ? null : OperatorFold.of(context.engine(), operator, key.type),
            inOrder);
    return member.operations().add(key, () -> key.choice.algorithm().operation(task));
  }

  /**
   * Whether a sum depends on its order. Children are then folded in a fixed order, so that the same
   * call gives the same bits.
   */
  private static boolean roundsDifferently(Datatype type) {
    return switch (type) {
      case BasicDatatype basic ->
          switch (basic.kind()) {
            case FLOATING, COMPLEX -> true;
            case INTEGER, VALUE_INDEX -> false;
          };
      case DerivedDatatype derived -> true;
    };
  }

  private void begin(CollectiveOperation operation, Memories memories, Planned plan) {
    operation.checkCanBegin();
    int sequence = member.sequence().take(operation);
    if (member.check() && context.size() > 1) {
      check(operation, sequence, memories.call(), plan);
    }
    operation.begin();
    member.track(operation);
  }

  /** Makes the operation fail if the ranks call different collectives. */
  private void check(CollectiveOperation operation, int sequence, String call, Planned plan) {
    CallCheck agreement = new CallCheck(context, sequence, call, plan.choice().describe());
    agreement.begin();
    Problem problem = plan.problem();
    if (problem.bytes() != Problem.UNKNOWN) {
      operation.joinTo(agreement);
      return;
    }
    LengthCheck lengths =
        new LengthCheck(
            context,
            sequence,
            call,
            Lengths.sent(problem, context.rank(), context.size()),
            Lengths.expected(problem, context.rank(), context.size()));
    lengths.joinTo(agreement);
    lengths.begin();
    operation.joinTo(lengths);
  }

  /**
   * The memory of a call. It is requested at every start, which checks that the memory is alive.
   */
  interface Memories {

    /** This rank's contribution, or null. */
    Memory memoryOfData();

    /** This rank's result, or null. */
    Memory memoryOfResult();

    /** The call, for messages about ranks that disagree. */
    String call();
  }
}
