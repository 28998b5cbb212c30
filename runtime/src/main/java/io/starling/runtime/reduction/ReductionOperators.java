package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.Datatype;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The reduction operators that MPI predefines (MPI 4.1, sections 6.9.2 and 6.9.4), and makers of
 * new ones (section 6.9.5). All predefined ones are commutative.
 *
 * <table>
 * <caption>Which operator applies to which types</caption>
 * <tr><th>operators</th><th>types</th></tr>
 * <tr><td>{@link #MAX}, {@link #MIN}</td><td>integer, floating</td></tr>
 * <tr><td>{@link #SUM}, {@link #PRODUCT}</td><td>integer, floating, complex</td></tr>
 * <tr><td>{@link #LOGICAL_AND}, {@link #LOGICAL_OR}, {@link #LOGICAL_XOR}</td><td>integer</td></tr>
 * <tr><td>{@link #BITWISE_AND}, {@link #BITWISE_OR}, {@link #BITWISE_XOR}</td><td>integer</td></tr>
 * <tr><td>{@link #MAXIMUM_LOCATION}, {@link #MINIMUM_LOCATION}</td><td>value and index</td></tr>
 * </table>
 *
 * <p>Integers wrap around. Floating numbers follow Java: a NaN in either operand gives a NaN (which
 * one is not specified), -0.0 is less than 0.0, subnormals are kept, and nothing is fused. FLOAT16
 * and BFLOAT16 are computed as {@code float} and rounded to nearest, ties to even, in each fold.
 * Results are the same, bit for bit save for the payload of NaNs, on every machine, at every
 * alignment, and with or without the Vector API.
 */
public final class ReductionOperators {

  /** The larger; UINT8 compares as unsigned; as {@link Math#max(double, double)} for floating. */
  public static final ReductionOperator MAX = new PredefinedOperator(Operation.MAX);

  /** The smaller; UINT8 compares as unsigned; as {@link Math#min(double, double)} for floating. */
  public static final ReductionOperator MIN = new PredefinedOperator(Operation.MIN);

  /** The sum. */
  public static final ReductionOperator SUM = new PredefinedOperator(Operation.SUM);

  /**
   * The product (MPI's {@code prod}). Complex numbers multiply as (ac - bd) + (ad + bc)i, with no
   * attempt to recover an infinity from NaNs as C's Annex G would.
   */
  public static final ReductionOperator PRODUCT = new PredefinedOperator(Operation.PRODUCT);

  /** 1 if both are not 0, else 0. */
  public static final ReductionOperator LOGICAL_AND = new PredefinedOperator(Operation.LOGICAL_AND);

  /** 1 if any is not 0, else 0. */
  public static final ReductionOperator LOGICAL_OR = new PredefinedOperator(Operation.LOGICAL_OR);

  /** 1 if exactly one is not 0, else 0. */
  public static final ReductionOperator LOGICAL_XOR = new PredefinedOperator(Operation.LOGICAL_XOR);

  /** The bits set in both. */
  public static final ReductionOperator BITWISE_AND = new PredefinedOperator(Operation.BITWISE_AND);

  /** The bits set in any. */
  public static final ReductionOperator BITWISE_OR = new PredefinedOperator(Operation.BITWISE_OR);

  /** The bits set in exactly one. */
  public static final ReductionOperator BITWISE_XOR = new PredefinedOperator(Operation.BITWISE_XOR);

  /**
   * The largest value and its index (MPI's {@code maxloc}); of equal values the lowest index. A NaN
   * counts as larger than any number.
   */
  public static final ReductionOperator MAXIMUM_LOCATION =
      new PredefinedOperator(Operation.MAXIMUM_LOCATION);

  /**
   * The smallest value and its index (MPI's {@code minloc}); of equal values the lowest index. A
   * NaN counts as smaller than any number.
   */
  public static final ReductionOperator MINIMUM_LOCATION =
      new PredefinedOperator(Operation.MINIMUM_LOCATION);

  private static final List<ReductionOperator> PREDEFINED =
      List.of(
          MAX,
          MIN,
          SUM,
          PRODUCT,
          LOGICAL_AND,
          BITWISE_AND,
          LOGICAL_OR,
          BITWISE_OR,
          LOGICAL_XOR,
          BITWISE_XOR,
          MAXIMUM_LOCATION,
          MINIMUM_LOCATION);

  private ReductionOperators() {}

  /** All of the above, in MPI's order. */
  public static List<ReductionOperator> predefined() {
    return PREDEFINED;
  }

  /** What a fold computes, where a predefined operator gave it; nothing for a user's fold. */
  public static Optional<PredefinedFold> whatIs(Fold fold) {
    return PREDEFINED.stream()
        .map(PredefinedOperator.class::cast)
        .flatMap(
            operator ->
                operator.typeOf(fold).map(type -> new PredefinedFold(operator, type)).stream())
        .findFirst();
  }

  /**
   * The predefined operator that MPI calls so: max, min, sum, prod, land, band, lor, bor, lxor,
   * bxor, maxloc or minloc.
   *
   * @throws IllegalArgumentException if there is none; the message lists those there are
   */
  public static ReductionOperator named(String name) {
    return PREDEFINED.stream()
        .filter(operator -> operator.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No reduction operator is named " + name + "; there are " + PREDEFINED));
  }

  /**
   * An operator on any type from a user's function. The elements of derived types come packed:
   * their data without its gaps.
   *
   * @param name for messages and traces
   * @param commutative whether {@code a op b} equals {@code b op a}; if not, operands are folded in
   *     rank order
   * @param function is called by several threads at once if ranks are threads
   */
  public static ReductionOperator custom(String name, boolean commutative, UserFunction function) {
    Objects.requireNonNull(function, "function");
    return new UserOperator(name, commutative, Set.of(), type -> new UserFold(function, type));
  }

  /** An operator on INT32, called once per element. */
  public static ReductionOperator ofInts(
      String name, boolean commutative, IntBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    return elementwise(name, commutative, BasicDatatype.INT32, Elements.ints(function));
  }

  /** An operator on INT64, called once per element. */
  public static ReductionOperator ofLongs(
      String name, boolean commutative, LongBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    return elementwise(name, commutative, BasicDatatype.INT64, Elements.longs(function));
  }

  /** An operator on FLOAT32, called once per element. */
  public static ReductionOperator ofFloats(
      String name, boolean commutative, FloatBinaryOperator function) {
    Objects.requireNonNull(function, "function");
    return elementwise(name, commutative, BasicDatatype.FLOAT32, Elements.floats(function));
  }

  /** An operator on FLOAT64, called once per element. */
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
