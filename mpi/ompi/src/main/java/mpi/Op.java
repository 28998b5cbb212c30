package mpi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.starling.mpi.Base;
import io.starling.mpi.ElementType;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.mpi.PredefinedOperator;
import io.starling.runtime.ReductionOperator;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntBinaryOperator;

/** An operation of reductions (MPI 4.1, section 6.9). */
public final class Op implements Freeable {

  /** Starling has none on a {@code boolean[]}; here it is a number of one byte. */
  private static final ReductionOperator SUM_OF_BOOLEANS = ofBytes("sum of booleans", Integer::sum);

  private static final ReductionOperator PRODUCT_OF_BOOLEANS =
      ofBytes("product of booleans", (a, b) -> a * b);

  /** What it is. */
  private enum Kind {
    PREDEFINED,
    /** REPLACE and NO_OP. */
    OF_WINDOWS,
    OF_PROGRAM
  }

  /** The operator of Starling that the last call has used. */
  private record Use(Datatype type, ReductionOperator operator) {}

  private final Kind kind;
  private final PredefinedOperator predefined;
  private final ReductionOperator ofWindows;
  private final UserFunction function;
  private final boolean isCommutative;
  private volatile Use use;
  private volatile boolean wasFreed;

  Op(PredefinedOperator predefined) {
    this(Kind.PREDEFINED, predefined, null, null, true);
  }

  Op(ReductionOperator ofWindows) {
    this(Kind.OF_WINDOWS, null, ofWindows, null, true);
  }

  /**
   * An operation of the program (MPI_Op_create).
   *
   * @param function what it does
   * @param commute whether the order of the operands does not matter
   */
  public Op(UserFunction function, boolean commute) {
    this(Kind.OF_PROGRAM, null, null, function, commute);
  }

  private Op(
      Kind kind,
      PredefinedOperator predefined,
      ReductionOperator ofWindows,
      UserFunction function,
      boolean isCommutative) {
    this.kind = kind;
    this.predefined = predefined;
    this.ofWindows = ofWindows;
    this.function = function;
    this.isCommutative = isCommutative;
  }

  private static ReductionOperator ofBytes(String name, IntBinaryOperator operator) {
    return ReductionOperator.custom(
        name,
        true,
        (left, right, into, count, _) -> {
          for (long i = 0; i < count; i++) {
            int result = operator.applyAsInt(left.get(JAVA_BYTE, i), right.get(JAVA_BYTE, i));
            into.set(JAVA_BYTE, i, (byte) result);
          }
        });
  }

  /** The operator of a reduction. */
  ReductionOperator on(Datatype type) {
    Use last = use;
    return last != null && last.type == type ? last.operator : found(type);
  }

  private ReductionOperator found(Datatype type) {
    ElementType elements = type.type();
    ReductionOperator operator =
        switch (kind) {
          case PREDEFINED -> predefined(type, elements);
          case OF_WINDOWS ->
              throw new Failure(ErrorClass.OP, "REPLACE and NO_OP are for windows alone");
          case OF_PROGRAM -> ofProgram(type, elements);
        };
    use = new Use(type, operator);
    return operator;
  }

  private ReductionOperator predefined(Datatype type, ElementType elements) {
    if (type == MPI.PACKED) {
      throw new Failure(ErrorClass.OP, "no operation is defined on PACKED");
    }
    if (elements.base() == Base.BOOLEAN) {
      return switch (predefined) {
        case SUM -> SUM_OF_BOOLEANS;
        case PROD -> PRODUCT_OF_BOOLEANS;
        default -> predefined.on(elements);
      };
    }
    return predefined.on(elements);
  }

  private ReductionOperator ofProgram(Datatype type, ElementType elements) {
    if (wasFreed) {
      throw new Failure(ErrorClass.OP, "the operation was freed");
    }
    Objects.requireNonNull(function, "function");
    return ReductionOperator.custom(
        "user's operation", isCommutative, new UserReduction(function, type, elements));
  }

  /** The operator of an access to a window. */
  ReductionOperator accumulating(Datatype type) {
    return switch (kind) {
      case PREDEFINED ->
          type.type().isBasic()
              ? on(type)
              : ReductionOperator.named(predefined.name().toLowerCase(Locale.ROOT));
      case OF_WINDOWS -> ofWindows;
      case OF_PROGRAM ->
          throw new Failure(ErrorClass.OP, "windows take predefined operations alone");
    };
  }

  /**
   * Whether the order of the operands does not matter.
   *
   * @return true for all predefined operations
   */
  public boolean isCommutative() {
    return isCommutative;
  }

  @Override
  public void free() throws MPIException {
    if (kind != Kind.OF_PROGRAM) {
      Calls.run(
          () -> {
            throw new Failure(ErrorClass.OP, "a predefined operation can't be freed");
          });
    } else if (use != null) {
      wasFreed = true;
      use = null;
    }
  }

  /**
   * Whether there is no handle.
   *
   * @return true for an operation of the program before its first use, and after free
   */
  public boolean isNull() {
    return kind == Kind.OF_PROGRAM && use == null;
  }
}
