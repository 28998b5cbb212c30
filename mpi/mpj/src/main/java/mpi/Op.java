package mpi;

import io.starling.mpi.Base;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.mpi.PredefinedOperator;
import io.starling.runtime.ReductionOperator;

/** The operator of a reduction: one of MPI's, or a function of the program. */
@SuppressWarnings({
  "checkstyle:VisibilityModifier", // mpiJava's names.
  "removal", // Class files may call finalize. It is empty, which costs nothing.
  "Finalize"
})
public class Op {

  /** Not used. */
  public int opCode = -1;

  /** Null for a function of the program. */
  private final PredefinedOperator predefined;

  /** Null for operators that are defined on primitives alone. */
  private final User_function function;

  private final boolean isCommutative;

  /**
   * A function of the program.
   *
   * @param function folds elements; associative
   * @param commute whether the order does not matter; if it does, it is that of the ranks
   */
  public Op(User_function function, boolean commute) throws MPIException {
    if (function == null) {
      throw new MPIException("the function is null");
    }
    this.function = function;
    predefined = null;
    isCommutative = commute;
  }

  /**
   * A function of the program.
   *
   * @param function folds elements; associative
   * @param commute whether the order does not matter; if it does, it is that of the ranks
   * @param opCode not used
   */
  public Op(User_function function, boolean commute, int opCode) throws MPIException {
    this(function, commute);
    this.opCode = opCode;
  }

  Op(PredefinedOperator predefined, User_function function) {
    this.predefined = predefined;
    this.function = function;
    isCommutative = true;
  }

  boolean isPredefined() {
    return predefined != null;
  }

  /** The function, for objects. */
  User_function function() {
    if (function == null) {
      throw undefined("objects");
    }
    return function;
  }

  /** What Starling calls this operator on elements of a datatype. */
  ReductionOperator on(Datatype type, Layout layout) {
    if (predefined == null) {
      return ReductionOperator.custom("user", isCommutative, new Folding(function, type, layout));
    }
    Base base = layout.basic().base();
    boolean isDefined =
        switch (predefined) {
          case MAX, MIN, SUM, PROD -> base != Base.BOOLEAN;
          case LAND, LOR, LXOR -> base == Base.BOOLEAN;
          case BAND, BOR, BXOR -> base != Base.BOOLEAN && base != Base.FLOAT && base != Base.DOUBLE;
          case MAXLOC, MINLOC -> layout.element().locations().isPresent();
        };
    if (!isDefined || !layout.isRow()) {
      throw undefined("this datatype");
    }
    return predefined.on(isOnPairs() ? layout.element() : layout.basic());
  }

  /** Whether an element of the reduction is a pair, not an element of the array. */
  boolean isOnPairs() {
    return predefined == PredefinedOperator.MAXLOC || predefined == PredefinedOperator.MINLOC;
  }

  private Failure undefined(String what) {
    return new Failure(ErrorClass.OP, "MPI.%s is not defined on %s".formatted(predefined, what));
  }

  /** Does nothing. */
  @Override
  public void finalize() throws MPIException {}

  /** Does nothing. */
  public void free() throws MPIException {}
}
