package io.starling.runtime;

/** An operation on two {@code float}s, which {@code java.util.function} lacks. */
@FunctionalInterface
public interface FloatBinaryOperator {

  /**
   * Combines two elements.
   *
   * @param left the operand of the lower rank
   * @param right the operand of the higher rank
   * @return the combined element
   */
  float applyAsFloat(float left, float right);
}
