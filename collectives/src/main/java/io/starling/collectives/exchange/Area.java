package io.starling.collectives.exchange;

/** Where a {@link Span} lies. */
public enum Area {
  /** What the caller contributes. */
  DATA,
  /** What the caller gets. */
  RESULT,
  /** Memory of the machine's own, from start to end. */
  SCRATCH
}
