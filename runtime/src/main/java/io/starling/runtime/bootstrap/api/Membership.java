package io.starling.runtime.bootstrap.api;

/**
 * A process's place in a job, however it was started.
 *
 * @param rank its rank in the job, from 0
 * @param size the number of ranks of the job
 * @param localRank its number among the ranks of this host, from 0
 * @param localSize the number of ranks on this host
 * @param oversubscribed whether ranks of this host share cores
 */
public record Membership(int rank, int size, int localRank, int localSize, boolean oversubscribed) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no such rank
   */
  public Membership {
    if (rank < 0 || rank >= size || localRank < 0 || localRank >= localSize || localSize > size) {
      throw new IllegalArgumentException(
          "there is no rank %d of %d, number %d of %d on its host"
              .formatted(rank, size, localRank, localSize));
    }
  }
}
