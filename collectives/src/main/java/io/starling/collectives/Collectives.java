package io.starling.collectives;

import io.starling.collectives.Call.Machinery;
import io.starling.collectives.MachineCache.Shelf;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.collectives.algorithm.Task;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.machine.Agreement;
import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import io.starling.collectives.machine.LengthAgreement;
import io.starling.collectives.selection.Decisions;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.datatype.DerivedDatatype;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.OperatorFold;
import io.starling.runtime.reduction.ReductionOperator;
import java.util.function.Supplier;

/**
 * What all collectives have in common: to choose an algorithm, to find or make a machine for it,
 * and to begin it with the next number. {@link Movements} and {@link Reductions} check the
 * arguments of each.
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

  /** The selection of the same communicator with other choices. */
  Selection selectionWith(String specification) {
    return selectionWith(specification, "withAlgorithm");
  }

  /** The same, where explanations name another origin. */
  Selection selectionWith(String specification, String origin) {
    member.arguments().present("specification", specification);
    return selection.with(specification, origin);
  }

  String algorithmFor(String collective, long bytes) {
    member.arguments().present("collective", collective);
    CollectiveKind kind = Specification.kind(collective);
    member.engine().enter();
    try {
      return decisions.decide(kind, bytes, true, true).choice().describe();
    } finally {
      member.engine().leave();
    }
  }

  /**
   * The plan of a call in which all blocks have the same length; to be asked for inside the engine.
   *
   * @param problem makes the problem where the call is a new one
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
   * The plan of a call; to be asked for inside the engine.
   *
   * @param equalBlocks whether all blocks have the same length
   * @param type what is folded, with the operator; null where nothing is
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
    return new Planned(choice, problem, shelf(new Key(choice, problem, type, operator)));
  }

  /** The plan of a call that folds nothing, in which each block has so many bytes. */
  Supplier<Planned> equalBlocks(
      CollectiveKind kind, int root, long block, boolean inPlace, Supplier<Problem> problem) {
    return plan(
        kind, new Planned.Shape(root, block, Problem.ANY_BYTE, inPlace, null, null), problem);
  }

  /** The plan of a call that folds nothing, whose blocks may have different lengths. */
  Supplier<Planned> unequalBlocks(CollectiveKind kind, Problem problem) {
    return plan(kind, false, problem, null, null);
  }

  /** A call; {@code memories} gives its memory at every start. */
  Call<Collective> call(Supplier<Planned> plan, Memories memories) {
    return new Call<>(member.engine(), () -> machinery(plan.get(), memories));
  }

  private Machinery<Collective> machinery(Planned plan, Memories memories) {
    Collective machine = plan.shelf().take();
    return new Machinery<>(
        plan.shelf(),
        machine,
        () -> {
          member.checkUsable();
          machine.useMemory(memories.memoryOfData(), memories.memoryOfResult());
          begin(machine, memories, plan);
        });
  }

  private Shelf<Collective> shelf(Key key) {
    Shelf<Collective> shelf = member.machines().find(key);
    return shelf != null ? shelf : addShelf(key);
  }

  private Shelf<Collective> addShelf(Key key) {
    ReductionOperator operator = key.operator;
    boolean inOrder = operator != null && (!operator.commutative() || roundsDifferently(key.type));
    Task task =
        new Task(
            context,
            key.choice.parameters(),
            key.problem,
            operator == null ? null : OperatorFold.of(context.engine(), operator, key.type),
            inOrder);
    return member.machines().add(key, () -> key.choice.algorithm().machine(task));
  }

  /**
   * Where a sum depends on its order, children are folded in a fixed one: the same call gives the
   * same bits again.
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

  private void begin(Collective machine, Memories memories, Planned plan) {
    machine.checkCanBegin();
    int sequence = member.sequence().take(machine);
    if (member.check() && context.size() > 1) {
      check(machine, sequence, memories.call(), plan);
    }
    machine.begin();
    member.track(machine);
  }

  /** The machine will fail where ranks do not mean the same. */
  private void check(Collective machine, int sequence, String call, Planned plan) {
    Agreement agreement = new Agreement(context, sequence, call, plan.choice().describe());
    agreement.begin();
    Problem problem = plan.problem();
    if (problem.bytes() != Problem.UNKNOWN) {
      machine.joinTo(agreement);
      return;
    }
    LengthAgreement lengths =
        new LengthAgreement(
            context,
            sequence,
            call,
            Lengths.sent(problem, context.rank(), context.size()),
            Lengths.expected(problem, context.rank(), context.size()));
    lengths.joinTo(agreement);
    lengths.begin();
    machine.joinTo(lengths);
  }

  /** The memory of a call, asked for at every start, which checks that it is still there. */
  interface Memories {

    /** What this rank contributes, or null. */
    Memory memoryOfData();

    /** What this rank gets, or null. */
    Memory memoryOfResult();

    /** The call, which ranks that disagree are told of. */
    String call();
  }
}
