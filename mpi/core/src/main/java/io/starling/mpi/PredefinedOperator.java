package io.starling.mpi;

import static java.lang.foreign.ValueLayout.JAVA_CHAR;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.UserFunction;
import java.util.Locale;

/** MPI's predefined operators (MPI 4.1, section 6.9.2), for the types of both dialects. */
public enum PredefinedOperator {
  MAX(ReductionOperator.MAX),
  MIN(ReductionOperator.MIN),
  SUM(ReductionOperator.SUM),
  PROD(ReductionOperator.PRODUCT),
  LAND(ReductionOperator.LOGICAL_AND),
  LOR(ReductionOperator.LOGICAL_OR),
  LXOR(ReductionOperator.LOGICAL_XOR),
  BAND(ReductionOperator.BITWISE_AND),
  BOR(ReductionOperator.BITWISE_OR),
  BXOR(ReductionOperator.BITWISE_XOR),
  MAXLOC(ReductionOperator.MAXIMUM_LOCATION),
  MINLOC(ReductionOperator.MINIMUM_LOCATION);

  /** Starling's integers of two bytes are signed; sums and bits are the same for chars. */
  private static final ReductionOperator GREATER_CHAR = ofChars("max of chars", true);

  private static final ReductionOperator LESSER_CHAR = ofChars("min of chars", false);

  private final ReductionOperator operator;

  PredefinedOperator(ReductionOperator operator) {
    this.operator = operator;
  }

  /**
   * The operator of Starling that does this on a type.
   *
   * @param type of the data
   * @return the operator
   * @throws Failure of {@link ErrorClass#OP} if MPI does not define this operator on the type
   */
  public ReductionOperator on(ElementType type) {
    if (!type.isBasic()) {
      throw undefined("derived datatypes");
    }
    if (type.locations().isPresent()) {
      return switch (this) {
        case MAXLOC -> type.locations().get().greatest();
        case MINLOC -> type.locations().get().least();
        default -> throw undefined("pairs");
      };
    }
    if (!operator.supports(type.datatype())) {
      throw undefined("elements like these of a " + type.base().array().getSimpleName());
    }
    if (type.base() == Base.CHAR) {
      return switch (this) {
        case MAX -> GREATER_CHAR;
        case MIN -> LESSER_CHAR;
        default -> operator;
      };
    }
    return operator;
  }

  private Failure undefined(String where) {
    return new Failure(
        ErrorClass.OP,
        "MPI_%s is not defined on %s".formatted(name().toUpperCase(Locale.ROOT), where));
  }

  private static ReductionOperator ofChars(String name, boolean greater) {
    UserFunction function =
        (left, right, into, count, type) -> {
          for (long i = 0; i < count; i++) {
            char a = left.getAtIndex(JAVA_CHAR, i);
            char b = right.getAtIndex(JAVA_CHAR, i);
            into.setAtIndex(JAVA_CHAR, i, greater == (a > b) ? a : b);
          }
        };
    return ReductionOperator.custom(name, true, function);
  }

  /**
   * The operators that find a value and its place, on a type of pairs.
   *
   * @param greatest MAXLOC
   * @param least MINLOC
   */
  public record Locations(ReductionOperator greatest, ReductionOperator least) {

    /** On the pairs that Starling has. */
    public static final Locations STARLINGS =
        new Locations(ReductionOperator.MAXIMUM_LOCATION, ReductionOperator.MINIMUM_LOCATION);

    /**
     * On pairs of any form.
     *
     * @param pairs how to compare and copy them
     * @return both operators
     */
    public static Locations of(Pairs pairs) {
      return new Locations(
          ReductionOperator.custom("maxloc", true, pairs.keeping(1)),
          ReductionOperator.custom("minloc", true, pairs.keeping(-1)));
    }
  }
}
