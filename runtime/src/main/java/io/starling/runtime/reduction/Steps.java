package io.starling.runtime.reduction;

/**
 * The inner operation of a fold at two widths, in bytes. The wide step takes what it can, the
 * narrow one takes the rest; they must agree bit for bit.
 *
 * @param narrow folds one element
 * @param narrowWidth the extent of one element
 * @param wide folds several elements; the narrow step itself where there is nothing better
 * @param wideWidth a multiple of {@code narrowWidth}
 */
record Steps(Step narrow, long narrowWidth, Step wide, long wideWidth) {

  static Steps narrow(Step step, long width) {
    return new Steps(step, width, step, width);
  }

  Steps withWide(Step step, long width) {
    return new Steps(narrow, narrowWidth, step, width);
  }

  /** A fold that applies these steps from the first byte to the last. */
  NativeFold toFold() {
    return HiddenCopy.of(SteppedFold.class, NativeFold.class, this);
  }
}
