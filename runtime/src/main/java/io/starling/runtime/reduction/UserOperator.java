package io.starling.runtime.reduction;

import io.starling.runtime.datatype.Datatype;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * An operator that a program made.
 *
 * @param types the types it applies to; none for all, derived ones too
 * @param folds the fold for each of them
 */
record UserOperator(
    String name, boolean commutative, Set<Datatype> types, Function<Datatype, Fold> folds)
    implements ReductionOperator {

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
