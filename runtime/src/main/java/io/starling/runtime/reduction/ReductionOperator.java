package io.starling.runtime.reduction;

import io.starling.runtime.datatype.Datatype;

/**
 * An associative operation on elements (MPI 4.1, section 6.9). {@link ReductionOperators} has the
 * predefined ones and makes new ones from a user's function.
 */
public interface ReductionOperator {

  /** The name for people: {@code sum}, {@code minloc}, or what the user chose. */
  String name();

  /** Whether {@code a op b} equals {@code b op a}. Where not, operands are folded in rank order. */
  boolean commutative();

  /** Whether {@link #fold} accepts this type. */
  boolean supports(Datatype type);

  /**
   * The fold for elements of this type.
   *
   * @throws IllegalArgumentException if MPI does not define this operator on this type; the message
   *     names both
   */
  Fold fold(Datatype type);
}
