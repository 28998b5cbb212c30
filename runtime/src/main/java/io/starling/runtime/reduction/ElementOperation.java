package io.starling.runtime.reduction;

/**
 * Folds one element in native memory, given its addresses. All of it is read before any is written,
 * so {@code into} may be {@code left} or {@code right}.
 */
@FunctionalInterface
interface ElementOperation {

  void apply(long left, long right, long into);

  /** A fold that applies this to one element of so many bytes after the other. */
  default NativeFold toFold(long extent) {
    return HiddenCopy.of(ElementFold.class, NativeFold.class, new ElementFold.Data(this, extent));
  }
}
