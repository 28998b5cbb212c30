package io.starling.runtime.reduction;

import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;

/**
 * The operation of a predefined fold; a device may have it too.
 *
 * @param operator one of {@link io.starling.runtime.ReductionOperator#predefined()}
 * @param type the datatype of the elements
 */
public record PredefinedFold(ReductionOperator operator, BasicDatatype type) {}
