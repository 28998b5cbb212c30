package io.starling.runtime;

import io.starling.runtime.memory.LocalReduction;
import io.starling.runtime.reduction.FoldingOperator;
import io.starling.runtime.reduction.Operators;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * An associative operation on two elements, for reductions (MPI 4.1, section 6.9). The constants
 * are MPI's predefined operators (sections 6.9.2 and 6.9.4); all of them are commutative. {@link
 * #custom}, {@link #ofInts} and the like make new ones (section 6.9.5).
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
 * <p>The elements of a {@code boolean[]} are UINT8, but SUM and PRODUCT are not for them.
 *
 * <p>Integers wrap around. Floating-point numbers follow Java: a NaN in either operand gives a NaN
 * (its payload is not specified), -0.0 is less than 0.0, subnormals are kept, and operations are
 * not fused. FLOAT16 and BFLOAT16 are computed as {@code float} and rounded to nearest, ties to
 * even, in each fold. Apart from the payload of NaNs, a fold gives the same bits on every machine,
 * at every alignment, and with or without the Vector API.
 *
 * <p>Operators are immutable and may be shared by threads.
 */
public sealed interface ReductionOperator permits FoldingOperator {

  /**
   * The larger (MPI_MAX); UINT8 compares as unsigned, floating-point numbers as {@link Math#max}.
   */
  ReductionOperator MAX = Operators.predefined("max");

  /**
   * The smaller (MPI_MIN); UINT8 compares as unsigned, floating-point numbers as {@link Math#min}.
   */
  ReductionOperator MIN = Operators.predefined("min");

  /** The sum (MPI_SUM). */
  ReductionOperator SUM = Operators.predefined("sum");

  /**
   * The product (MPI_PROD). Complex numbers multiply as (ac - bd) + (ad + bc)i, with no attempt to
   * recover an infinity from NaNs as C's Annex G would.
   */
  ReductionOperator PRODUCT = Operators.predefined("prod");

  /** 1 if both are not 0, else 0 (MPI_LAND). */
  ReductionOperator LOGICAL_AND = Operators.predefined("land");

  /** 1 if any is not 0, else 0 (MPI_LOR). */
  ReductionOperator LOGICAL_OR = Operators.predefined("lor");

  /** 1 if exactly one is not 0, else 0 (MPI_LXOR). */
  ReductionOperator LOGICAL_XOR = Operators.predefined("lxor");

  /** The bits set in both (MPI_BAND). */
  ReductionOperator BITWISE_AND = Operators.predefined("band");

  /** The bits set in any (MPI_BOR). */
  ReductionOperator BITWISE_OR = Operators.predefined("bor");

  /** The bits set in exactly one (MPI_BXOR). */
  ReductionOperator BITWISE_XOR = Operators.predefined("bxor");

  /**
   * The largest value and its index (MPI_MAXLOC); of equal values the lowest index. A NaN counts as
   * larger than any number.
   */
  ReductionOperator MAXIMUM_LOCATION = Operators.predefined("maxloc");

  /**
   * The smallest value and its index (MPI_MINLOC); of equal values the lowest index. A NaN counts
   * as smaller than any number.
   */
  ReductionOperator MINIMUM_LOCATION = Operators.predefined("minloc");

  /**
   * The name, for messages and traces.
   *
   * @return {@code sum}, {@code minloc}, or the name that a user's operator was given
   */
  String name();

  /**
   * Whether {@code a op b} equals {@code b op a} (MPI_Op_commutative).
   *
   * @return false if reductions must fold operands in rank order
   */
  boolean commutative();

  /**
   * Whether this operator is defined on a datatype.
   *
   * @param type the datatype of the elements
   * @return whether reductions accept this operator with this datatype
   */
  boolean supports(Datatype type);

  /**
   * Folds a buffer into another one of this rank, element by element, without communication: {@code
   * result = data op result} (MPI_Reduce_local).
   *
   * @param data the left operands
   * @param result the right operands, which the outcome replaces; must not overlap {@code data}
   * @throws IllegalArgumentException if the buffers differ in count or datatype, overlap, or this
   *     operator is not defined on the datatype
   */
  default void reduceLocal(Buffer data, Buffer result) {
    LocalReduction.fold(this, data, result);
  }

  /**
   * All predefined operators.
   *
   * @return an immutable list in MPI's order: max, min, sum, ...
   */
  static List<ReductionOperator> predefined() {
    return Operators.predefined();
  }

  /**
   * The predefined operator with a name of MPI.
   *
   * @param name max, min, sum, prod, land, band, lor, bor, lxor, bxor, maxloc or minloc
   * @return the operator, one of the constants
   * @throws IllegalArgumentException if the name is none of these; the message lists them
   */
  static ReductionOperator named(String name) {
    return Operators.predefined(name);
  }

  /**
   * Makes an operator on any datatype from a function on consecutive elements (MPI_Op_create).
   * Elements of derived types are passed packed, without their gaps.
   *
   * @param name for messages and traces
   * @param commutative whether {@code a op b} equals {@code b op a}; if not, operands are folded in
   *     rank order
   * @param function combines consecutive elements; several threads call it at once if ranks are
   *     threads
   * @return an operator that supports every datatype
   */
  static ReductionOperator custom(String name, boolean commutative, UserFunction function) {
    return Operators.custom(name, commutative, function);
  }

  /**
   * Makes an operator on {@link Datatype#INT32} from a function on two elements.
   *
   * @param name for messages and traces
   * @param commutative whether {@code a op b} equals {@code b op a}; if not, operands are folded in
   *     rank order
   * @param function must be associative; called once per element, by the thread that makes progress
   * @return an operator that supports this datatype only
   */
  static ReductionOperator ofInts(String name, boolean commutative, IntBinaryOperator function) {
    return Operators.ofInts(name, commutative, function);
  }

  /**
   * Makes an operator on {@link Datatype#INT64} from a function on two elements.
   *
   * @param name for messages and traces
   * @param commutative whether {@code a op b} equals {@code b op a}; if not, operands are folded in
   *     rank order
   * @param function must be associative; called once per element, by the thread that makes progress
   * @return an operator that supports this datatype only
   */
  static ReductionOperator ofLongs(String name, boolean commutative, LongBinaryOperator function) {
    return Operators.ofLongs(name, commutative, function);
  }

  /**
   * Makes an operator on {@link Datatype#FLOAT32} from a function on two elements.
   *
   * @param name for messages and traces
   * @param commutative whether {@code a op b} equals {@code b op a}; if not, operands are folded in
   *     rank order
   * @param function must be associative; called once per element, by the thread that makes progress
   * @return an operator that supports this datatype only
   */
  static ReductionOperator ofFloats(
      String name, boolean commutative, FloatBinaryOperator function) {
    return Operators.ofFloats(name, commutative, function);
  }

  /**
   * Makes an operator on {@link Datatype#FLOAT64} from a function on two elements.
   *
   * @param name for messages and traces
   * @param commutative whether {@code a op b} equals {@code b op a}; if not, operands are folded in
   *     rank order
   * @param function must be associative; called once per element, by the thread that makes progress
   * @return an operator that supports this datatype only
   */
  static ReductionOperator ofDoubles(
      String name, boolean commutative, DoubleBinaryOperator function) {
    return Operators.ofDoubles(name, commutative, function);
  }
}
