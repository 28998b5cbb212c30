package io.starling.runtime.reduction;

import java.lang.invoke.MethodHandles;

/** Folds element by element, in plain Java: a template for {@link HiddenCopy}. */
final class ElementFold extends NativeFold {

  /** The data of a copy. */
  record Data(ElementOperation operation, long extent) {}

  private static final Data DATA = HiddenCopy.data(MethodHandles.lookup(), Data.class);
  private static final ElementOperation OPERATION = DATA.operation();
  private static final long EXTENT = DATA.extent();

  ElementFold() {
    super(EXTENT);
  }

  @Override
  void fold(long left, long right, long into, long bytes) {
    for (long offset = 0; offset < bytes; offset += EXTENT) {
      OPERATION.apply(left + offset, right + offset, into + offset);
    }
  }
}
