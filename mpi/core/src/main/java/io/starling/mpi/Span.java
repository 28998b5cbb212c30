package io.starling.mpi;

/** The bytes from the first one to after the last one that hold data, if there are any. */
record Span(long first, long end) {

  static final Span NONE = new Span(Long.MAX_VALUE, Long.MIN_VALUE);

  boolean isEmpty() {
    return this == NONE;
  }

  /** With so many elements, an extent apart, of another span from a displacement on. */
  Span and(long displacement, long count, Span element, long extent) {
    if (count == 0 || element.isEmpty()) {
      return this;
    }
    long last = displacement + (count - 1) * extent;
    return new Span(
        Math.min(first, Math.min(displacement, last) + element.first),
        Math.max(end, Math.max(displacement, last) + element.end));
  }
}
