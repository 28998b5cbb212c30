package io.starling.collectives;

import io.starling.collectives.Call.Machinery;
import io.starling.collectives.MachineCache.Shelf;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Selection;
import io.starling.collectives.algorithm.Task;
import io.starling.collectives.exchange.Problem;
import io.starling.collectives.machine.Agreement;
import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.reduction.ReductionOperator;

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

  Collectives(Member member, Selection selection) {
    this.member = member;
    this.context = member.context();
    this.selection = selection;
  }

  Member member() {
    return member;
  }

  Selection selection() {
    return selection;
  }

  String algorithmFor(String collective, long bytes) {
    CollectiveKind kind = CollectiveKind.named(collective);
    if (kind == null) {
      throw new IllegalArgumentException("unknown collective '" + collective + "'");
    }
    return selection.choose(kind, context, bytes, true, true).describe();
  }

  /** A collective that folds nothing. */
  Call<Collective> call(CollectiveKind kind, Problem problem, Memories memories) {
    return call(kind, false, problem, memories);
  }

  /** The same; {@code unequal} where blocks may have different lengths. */
  Call<Collective> call(CollectiveKind kind, boolean unequal, Problem problem, Memories memories) {
    return call(kind, unequal, problem, null, null, memories);
  }

  /**
   * A collective.
   *
   * @param type what is folded, with the operator; null where nothing is
   * @param memories gives its memory at every start
   */
  Call<Collective> call(
      CollectiveKind kind,
      boolean unequal,
      Problem problem,
      Datatype type,
      ReductionOperator operator,
      Memories memories) {
    return new Call<>(
        member.engine(), () -> machinery(kind, unequal, problem, type, operator, memories));
  }

  private Machinery<Collective> machinery(
      CollectiveKind kind,
      boolean unequal,
      Problem problem,
      Datatype type,
      ReductionOperator operator,
      Memories memories) {
    boolean commutative = operator == null || operator.commutative();
    Choice choice = selection.choose(kind, context, problem.bytes(), commutative, !unequal);
    Shelf<Collective> shelf = shelf(new Key(choice, problem, type, operator));
    Collective machine = shelf.take();
    return new Machinery<>(
        shelf,
        machine,
        () -> {
          member.checkUsable();
          machine.useMemory(memories.memoryOfData(), memories.memoryOfResult());
          begin(machine, memories, choice);
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
            operator == null ? null : operator.fold(key.type),
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
    };
  }

  private void begin(Collective machine, Memories memories, Choice choice) {
    machine.checkCanBegin();
    int sequence = member.sequence().take(machine);
    machine.useTag(Tags.collective(context.number(), sequence));
    if (member.check() && context.size() > 1) {
      Agreement agreement = new Agreement(context, sequence, memories.call(), choice.describe());
      agreement.begin();
      machine.joinTo(agreement);
    }
    machine.begin();
    member.track(machine);
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
