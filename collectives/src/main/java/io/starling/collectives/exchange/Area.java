package io.starling.collectives.exchange;

/** The memory of a {@link Span}. */
public enum Area {
  /** The caller's contribution. */
  DATA,
  /** The caller's result. */
  RESULT,
  /** Scratch memory of the operation, from its start to its end. */
  SCRATCH
}
