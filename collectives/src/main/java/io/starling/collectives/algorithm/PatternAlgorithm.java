package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.ExchangeMachine;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.machine.Collective;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * An algorithm that is a {@link Pattern} of moves.
 *
 * @param limits what it cannot do
 */
public record PatternAlgorithm(
    CollectiveKind kind,
    String name,
    String description,
    Set<Parameter> parameters,
    Set<Limit> limits,
    Pattern pattern)
    implements Algorithm {

  /** What patterns may not be able to do. */
  public enum Limit {
    /** It folds in any order. */
    COMMUTATIVE,
    /** All blocks must have the same length. */
    EQUAL_BLOCKS
  }

  /** One whose only parameters are the segment and its windows. */
  static PatternAlgorithm of(
      CollectiveKind kind, String name, String description, Pattern pattern, Limit... limits) {
    Set<Limit> all = EnumSet.noneOf(Limit.class);
    all.addAll(List.of(limits));
    return new PatternAlgorithm(kind, name, description, AlgorithmRegistry.PIPELINE, all, pattern);
  }

  /** The same with a base to choose. */
  PatternAlgorithm withRadix() {
    return with(Set.of(Parameter.RADIX));
  }

  /** The same with more to choose. */
  PatternAlgorithm with(Set<Parameter> others) {
    Set<Parameter> more = EnumSet.copyOf(others);
    more.addAll(parameters);
    return new PatternAlgorithm(kind, name, description, more, limits, pattern);
  }

  @Override
  public boolean keepsOrder(Parameters values) {
    return !limits.contains(Limit.COMMUTATIVE)
        || (parameters.contains(Parameter.TREE) && values.tree().isInOrder());
  }

  @Override
  public boolean takesUnequalBlocks() {
    return !limits.contains(Limit.EQUAL_BLOCKS);
  }

  @Override
  public String restrictions() {
    List<String> all = new ArrayList<>();
    if (limits.contains(Limit.COMMUTATIVE)) {
      all.add(
          parameters.contains(Parameter.TREE)
              ? "operators that commute, unless tree=in-order-binary"
              : "operators that commute");
    }
    if (limits.contains(Limit.EQUAL_BLOCKS)) {
      all.add("equal blocks");
    }
    return String.join(", ", all);
  }

  @Override
  public Collective machine(Task task) {
    return new ExchangeMachine(
        task.context(),
        kind.label(),
        pattern,
        task.problem(),
        task.parameters().tuning(task.problem(), task.context().hierarchy()),
        task.fold());
  }
}
