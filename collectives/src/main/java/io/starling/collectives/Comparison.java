package io.starling.collectives;

/**
 * How much two groups or two communicators have in common (MPI 4.1, sections 7.3.1 and 7.4.1).
 *
 * <p>The constants go from the most in common to the least.
 */
public enum Comparison {
  /**
   * The same processes in the same order; of communicators: they are one, or views of one
   * (MPI_IDENT).
   */
  IDENTICAL,

  /**
   * Two communicators of the same processes in the same order, whose messages are kept apart
   * (MPI_CONGRUENT). Groups are never congruent.
   */
  CONGRUENT,

  /** The same processes in another order (MPI_SIMILAR). */
  SIMILAR,

  /** Other processes (MPI_UNEQUAL). */
  UNEQUAL
}
