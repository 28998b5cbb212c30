package io.starling.runtime.reduction;

import io.starling.runtime.Datatype;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** An operator of MPI, with its folds. */
final class PredefinedOperator implements FoldingOperator {

  private final PredefinedOperation operation;

  /** The folds per type. A fold is made at its first use, and its copy compiled for that type. */
  private final AtomicReferenceArray<Fold> folds =
      new AtomicReferenceArray<>(BasicDatatype.values().length);

  PredefinedOperator(PredefinedOperation operation) {
    this.operation = operation;
  }

  @Override
  public String name() {
    return operation.mpiName();
  }

  @Override
  public boolean commutative() {
    return true;
  }

  @Override
  public boolean supports(Datatype type) {
    return type instanceof BasicDatatype basic && operation.appliesTo(basic.kind());
  }

  @Override
  public Fold fold(Datatype type) {
    if (!(type instanceof BasicDatatype basic)) {
      throw refusal(type);
    }
    Fold known = folds.get(basic.ordinal());
    return known != null ? known : makeFold(basic);
  }

  /** The type of a fold that this operator has made; null for other folds. */
  Optional<BasicDatatype> typeOf(Fold fold) {
    return Arrays.stream(BasicDatatype.values())
        .filter(type -> folds.get(type.ordinal()) == fold)
        .findFirst();
  }

  @Override
  public String toString() {
    return name();
  }

  private Fold makeFold(BasicDatatype type) {
    if (!supports(type)) {
      throw refusal(type);
    }
    folds.compareAndSet(type.ordinal(), null, PredefinedFolds.of(operation, type));
    return folds.get(type.ordinal());
  }

  private IllegalArgumentException refusal(Datatype type) {
    return new IllegalArgumentException(
        "MPI does not define the operator " + name() + " on the type " + type);
  }
}
