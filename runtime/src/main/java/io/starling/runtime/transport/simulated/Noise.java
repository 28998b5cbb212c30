package io.starling.runtime.transport.simulated;

/**
 * Interruptions of a rank's processor: the operating system, other programs, an experiment. A query
 * with the same arguments always has the same answer.
 */
@FunctionalInterface
public interface Noise {

  /** No noise. */
  Noise NONE = (rank, from, work) -> from + work;

  /**
   * The time at which a processor has done some work.
   *
   * @param rank the rank of the processor
   * @param from the time at which the work begins, in picoseconds
   * @param work the duration without noise, in picoseconds; 0 asks when the processor is next
   *     available
   * @return at least {@code from + work}
   */
  long finish(int rank, long from, long work);

  /**
   * A time up to which work is not disturbed, so that it need not be asked for.
   *
   * @param rank the rank of the processor
   * @param from the time at which work may begin, in picoseconds
   * @return a time; work that begins from {@code from} on but before it, and is done at it at the
   *     latest, takes no longer than without noise. It is {@code from} where nothing is known
   */
  default long quietUntil(int rank, long from) {
    return from;
  }
}
