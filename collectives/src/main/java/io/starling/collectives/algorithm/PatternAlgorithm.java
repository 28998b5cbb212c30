package io.starling.collectives.algorithm;

import io.starling.collectives.exchange.ExchangeOperation;
import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.operation.CollectiveOperation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * An algorithm that is a {@link Pattern} of moves.
 *
 * @param limits its restrictions
 */
public record PatternAlgorithm(
    CollectiveKind kind,
    String name,
    String description,
    Set<Parameter> parameters,
    Set<Limit> limits,
    Pattern pattern)
    implements Algorithm {

  /** The restrictions of patterns. */
  public enum Limit {
    /** It folds in any order, so the operator must be commutative. */
    COMMUTATIVE,
    /** All blocks must have the same length. */
    EQUAL_BLOCKS
  }

  /** An algorithm whose only parameters are the segment and its windows. */
  static PatternAlgorithm of(
      CollectiveKind kind, String name, String description, Pattern pattern, Limit... limits) {
    Set<Limit> all = EnumSet.noneOf(Limit.class);
    all.addAll(List.of(limits));
    return new PatternAlgorithm(kind, name, description, AlgorithmRegistry.PIPELINE, all, pattern);
  }

  /** An algorithm that also has a radix. */
  PatternAlgorithm withRadix() {
    return with(Set.of(Parameter.RADIX));
  }

  /** An algorithm with further parameters. */
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
              ? "commutative operators, unless tree=in-order-binary"
              : "commutative operators");
    }
    if (limits.contains(Limit.EQUAL_BLOCKS)) {
      all.add("equal blocks");
    }
    return String.join(", ", all);
  }

  @Override
  public CollectiveOperation operation(Task task) {
    return new ExchangeOperation(
        task.context(),
        kind.label(),
        pattern,
        task.problem(),
        task.parameters().tuning(task.problem(), task.context().hierarchy()),
        task.fold());
  }
}
