package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype;

/**
 * What a predefined fold computes: a device may have it, too.
 *
 * @param operator one of {@link ReductionOperators#predefined()}
 * @param type of the elements
 */
public record PredefinedFold(ReductionOperator operator, BasicDatatype type) {}
