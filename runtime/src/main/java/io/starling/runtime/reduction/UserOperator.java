package io.starling.runtime.reduction;

import io.starling.runtime.Datatype;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * A user-defined operator.
 *
 * @param types the types to which it applies; empty for all types, derived ones included
 * @param folds the fold for each of them
 */
record UserOperator(
    String name, boolean commutative, Set<Datatype> types, Function<Datatype, Fold> folds)
    implements FoldingOperator {

  UserOperator {
    Objects.requireNonNull(name, "name");
    types = Set.copyOf(types);
    Objects.requireNonNull(folds, "folds");
  }

  @Override
  public boolean supports(Datatype type) {
    return types.isEmpty() || types.contains(type);
  }

  @Override
  public Fold fold(Datatype type) {
    if (!supports(type)) {
      throw new IllegalArgumentException(
          "The operator " + name + " is defined on " + types + ", not on the type " + type);
    }
    return folds.apply(type);
  }

  @Override
  public String toString() {
    return name;
  }
}
