package io.starling.runtime.transport.simulated;

/**
 * What takes a rank's processor away: the operating system, other programs, an experiment. The same
 * question has the same answer, however often it is asked.
 */
@FunctionalInterface
public interface Noise {

  /** None. */
  Noise NONE = (rank, from, work) -> from + work;

  /**
   * When a processor has done some work.
   *
   * @param rank whose processor
   * @param from when it begins, in picoseconds
   * @param work how long it takes without noise; 0 asks when the processor is there at all
   * @return at least {@code from + work}
   */
  long finish(int rank, long from, long work);
}
