package io.starling.collectives;

import io.starling.collectives.MachineCache.Shelf;
import io.starling.collectives.algorithm.BarrierAlgorithm;
import io.starling.collectives.algorithm.BroadcastAlgorithm;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.ReduceAlgorithm;
import io.starling.collectives.algorithm.Selection;
import io.starling.collectives.broadcast.BroadcastMachine;
import io.starling.collectives.machine.Agreement;
import io.starling.collectives.machine.Collective;
import io.starling.collectives.machine.Context;
import io.starling.collectives.reduce.ReduceMachine;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.datatype.DerivedDatatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.reduction.ReductionOperator;
import java.util.function.Supplier;

/** The collectives: checks arguments, chooses an algorithm and finds or makes a machine for it. */
final class Collectives {

  private record BroadcastKey(Choice choice, int root, long bytes) {}

  private record ReduceKey(
      Choice choice, int root, long bytes, Datatype type, ReductionOperator operator) {}

  private final Member member;
  private final Context context;
  private final Engine engine;
  private final Selection selection;
  private final Arguments arguments;
  private final Shelf<Collective> barriers;

  Collectives(Member member, Selection selection) {
    this.member = member;
    this.context = member.context();
    this.engine = member.engine();
    this.selection = selection;
    this.arguments = member.arguments();
    BarrierAlgorithm barrier = (BarrierAlgorithm) selection.barrier().algorithm();
    this.barriers = new Shelf<>(() -> barrier.machine().apply(context));
  }

  Selection selection() {
    return selection;
  }

  String algorithmFor(String collective, long bytes) {
    return switch (collective) {
      case "barrier" -> selection.barrier().describe();
      case "broadcast" -> selection.broadcast(context, bytes).describe();
      case "reduce" -> selection.reduce(context, bytes, true).describe();
      default -> throw new IllegalArgumentException("unknown collective '" + collective + "'");
    };
  }

  Call<Collective> barrier() {
    member.checkUsable();
    Collective machine = barriers.take();
    return new Call<>(
        engine,
        barriers,
        machine,
        () -> begin(machine, () -> "barrier()", () -> algorithmFor("barrier", 0)));
  }

  Call<BroadcastMachine> broadcast(Buffer data, int root) {
    return broadcast(data, root, () -> "broadcast(%s, root %d)".formatted(data.signature(), root));
  }

  /** The same as a part of another call, which ranks that disagree are told of. */
  Call<BroadcastMachine> broadcast(Buffer data, int root, Supplier<String> call) {
    member.checkUsable();
    arguments.root(root);
    if (context.rank() == root) {
      arguments.readable("data", data);
    } else {
      arguments.writable("data", data);
    }
    Shelf<BroadcastMachine> shelf = broadcastShelf(data.byteSize(), root);
    BroadcastMachine machine = shelf.take();
    return new Call<>(
        engine,
        shelf,
        machine,
        () -> {
          arguments.alive("data", data);
          machine.useData(data.memory());
          begin(machine, call, () -> algorithmFor("broadcast", data.byteSize()));
        });
  }

  private Shelf<BroadcastMachine> broadcastShelf(long bytes, int root) {
    Choice choice = selection.broadcast(context, bytes);
    BroadcastKey key = new BroadcastKey(choice, root, bytes);
    Shelf<BroadcastMachine> shelf = member.machines().find(key);
    if (shelf != null) {
      return shelf;
    }
    BroadcastAlgorithm algorithm = (BroadcastAlgorithm) choice.algorithm();
    var plan = algorithm.plan(choice.parameters(), context, root, bytes, 1);
    return member.machines().add(key, () -> algorithm.machine().apply(context, plan));
  }

  Call<ReduceMachine> reduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    Buffer described = data == Buffer.IN_PLACE ? result : data;
    return reduce(
        data,
        result,
        operator,
        root,
        () -> "reduce(%s, %s, root %d)".formatted(elements(described), operator.name(), root));
  }

  /** Elements as ranks must agree on them: their basic elements, wherever these lie. */
  private static String elements(Buffer buffer) {
    return buffer.type() instanceof DerivedDatatype derived
        ? "%d x (%s)".formatted(buffer.count(), derived.signature())
        : buffer.toString();
  }

  /** The same as a part of another call, which ranks that disagree are told of. */
  Call<ReduceMachine> reduce(
      Buffer data, Buffer result, ReductionOperator operator, int root, Supplier<String> call) {
    member.checkUsable();
    arguments.root(root);
    boolean isRoot = context.rank() == root;
    Buffer own = isRoot && data == Buffer.IN_PLACE ? result : data;
    arguments.readable("data", own);
    boolean inPlace = false;
    if (isRoot) {
      arguments.writable("result", result);
      arguments.same(own, result);
      inPlace = arguments.inPlace(own, result);
    }
    arguments.supports(operator, own.type());
    Shelf<ReduceMachine> shelf = reduceShelf(own, operator, root);
    ReduceMachine machine = shelf.take();
    Memory source = inPlace ? result.memory() : own.memory();
    return new Call<>(
        engine,
        shelf,
        machine,
        () -> {
          arguments.alive("data", own);
          Memory target = null;
          if (isRoot) {
            arguments.alive("result", result);
            target = result.memory();
          }
          machine.useData(source, target);
          begin(
              machine,
              call,
              () -> selection.reduce(context, own.byteSize(), operator.commutative()).describe());
        });
  }

  private Shelf<ReduceMachine> reduceShelf(Buffer own, ReductionOperator operator, int root) {
    long bytes = own.byteSize();
    Choice choice = selection.reduce(context, bytes, operator.commutative());
    ReduceKey key = new ReduceKey(choice, root, bytes, own.type(), operator);
    Shelf<ReduceMachine> shelf = member.machines().find(key);
    if (shelf != null) {
      return shelf;
    }
    ReduceAlgorithm algorithm = (ReduceAlgorithm) choice.algorithm();
    var plan =
        algorithm.plan(choice.parameters(), context, root, bytes, Math.max(1, own.type().size()));
    boolean inOrder = !operator.commutative() || roundsDifferently(own.type());
    var fold = operator.fold(own.type());
    return member.machines().add(key, () -> algorithm.machine().make(context, plan, fold, inOrder));
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

  private void begin(Collective machine, Supplier<String> call, Supplier<String> algorithm) {
    member.checkUsable();
    machine.checkCanBegin();
    int sequence = member.sequence().take(machine);
    machine.useTag(Tags.collective(context.number(), sequence));
    if (member.check() && context.size() > 1) {
      Agreement agreement = new Agreement(context, sequence, call.get(), algorithm.get());
      agreement.begin();
      machine.joinTo(agreement);
    }
    machine.begin();
    member.track(machine);
  }
}
