package io.starling.runtime.reduction;

/**
 * Conversion between floats and one half of each {@code int} of a run: the lower half where {@code
 * shift} is 0, the upper one where it is 16. All by address; {@code bytes} is a multiple of {@link
 * #width}.
 */
interface HalfConversion {

  /** The bytes of a vector. */
  long width();

  /** Reads {@code bytes} of halves, writes as many bytes of floats. */
  void widen(long halves, long floats, long bytes, int shift);

  /**
   * Reads {@code bytes} of floats, writes them rounded. The lower halves come first: writing those
   * clears the upper ones.
   */
  void narrow(long floats, long halves, long bytes, int shift);
}
