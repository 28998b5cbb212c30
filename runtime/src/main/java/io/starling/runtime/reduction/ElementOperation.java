package io.starling.runtime.reduction;

/**
 * Folds one element in native memory, given its addresses. It reads both operands before it writes,
 * so {@code into} may be {@code left} or {@code right}.
 */
@FunctionalInterface
interface ElementOperation {

  void apply(long left, long right, long into);

  /** A fold that applies this operation element by element. */
  default NativeFold toFold(long extent) {
    return HiddenCopy.of(ElementFold.class, NativeFold.class, new ElementFold.Data(this, extent));
  }
}
