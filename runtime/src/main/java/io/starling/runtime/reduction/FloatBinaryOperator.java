package io.starling.runtime.reduction;

/** An operation on two {@code float}s, which {@code java.util.function} lacks. */
@FunctionalInterface
public interface FloatBinaryOperator {

  float applyAsFloat(float left, float right);
}
