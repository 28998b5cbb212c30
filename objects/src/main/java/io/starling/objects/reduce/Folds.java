package io.starling.objects.reduce;

import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;

/** Finds the runtime's fold for what messages say. */
final class Folds {

  private Folds() {}

  /**
   * @param operator the name of a predefined operator
   * @throws IllegalArgumentException if there is no such operator, or it does not apply to the type
   */
  static Fold of(String operator, ObjectType type) {
    if (type == ObjectType.BYTES || type == ObjectType.JAVA) {
      throw new IllegalArgumentException(
          "%s can't reduce objects of type %s: their elements are not numbers"
              .formatted(operator, type));
    }
    return FoldingOperator.of(ReductionOperator.named(operator))
        .fold(BasicDatatype.valueOf(type.name()));
  }
}
