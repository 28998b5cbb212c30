package io.starling.runtime.reduction;

import io.starling.runtime.Datatype;
import io.starling.runtime.FloatBinaryOperator;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.UserFunction;
import io.starling.runtime.datatype.BasicDatatype;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Makes the operators of {@link ReductionOperator}, and maps folds to predefined operators. */
public final class Operators {

  /** In MPI's order. */
  private static final List<PredefinedOperator> PREDEFINED =
      Arrays.stream(PredefinedOperation.values()).map(PredefinedOperator::new).toList();

  private Operators() {}

  /** See {@link ReductionOperator#predefined()}. */
  public static List<ReductionOperator> predefined() {
    return List.copyOf(PREDEFINED);
  }

  /** See {@link ReductionOperator#named}. */
  public static ReductionOperator predefined(String name) {
    return PREDEFINED.stream()
        .filter(operator -> operator.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No reduction operator is named " + name + "; there are " + PREDEFINED));
  }

  /** The predefined operation of a fold; empty for a user's fold. */
  public static Optional<PredefinedFold> whatIs(Fold fold) {
    return PREDEFINED.stream()
        .flatMap(
            operator ->
                operator.typeOf(fold).map(type -> new PredefinedFold(operator, type)).stream())
        .findFirst();
  }

  /** See {@link ReductionOperator#custom}. */
  public static ReductionOperator custom(String name, boolean commutative, UserFunction function) {
    Objects.requireNonNull(function, "function");
    return new UserOperator(name, commutative, Set.of(), type -> new UserFold(function, type));
  }

  /** See {@link ReductionOperator#ofInts}. */
  public static ReductionOperator ofInts(
      String name, boolean commutative, IntBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    return elementwise(name, commutative, BasicDatatype.INT32, Elements.ints(function));
  }

  /** See {@link ReductionOperator#ofLongs}. */
  public static ReductionOperator ofLongs(
      String name, boolean commutative, LongBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    return elementwise(name, commutative, BasicDatatype.INT64, Elements.longs(function));
  }

  /** See {@link ReductionOperator#ofFloats}. */
  public static ReductionOperator ofFloats(
      String name, boolean commutative, FloatBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    return elementwise(name, commutative, BasicDatatype.FLOAT32, Elements.floats(function));
  }

  /** See {@link ReductionOperator#ofDoubles}. */
  public static ReductionOperator ofDoubles(
      String name, boolean commutative, DoubleBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    return elementwise(name, commutative, BasicDatatype.FLOAT64, Elements.doubles(function));
  }

  private static ReductionOperator elementwise(
      String name, boolean commutative, Datatype type, ElementOperation operation) {
    Fold fold = operation.toFold(type.extent()).checked();
    return new UserOperator(name, commutative, Set.of(type), sameType -> fold);
  }
}
