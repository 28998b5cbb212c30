package io.starling.runtime.transport.simulated;

/**
 * The hardware that simulated ranks run on: which lanes there are, and which of them data takes.
 */
public interface Network {

  /** The most lanes of a path. */
  int LONGEST_PATH = 16;

  /** How many ranks there are. */
  int ranks();

  /** How many lanes there are. */
  int lanes();

  /** What a lane can do. */
  LaneFigures lane(int lane);

  /**
   * Finds the lanes from a rank to another one, in the order in which data passes them.
   *
   * @param path where to write them; it has {@link #LONGEST_PATH} elements
   * @return how many they are; none is allowed
   */
  int path(int from, int to, int[] path);

  /** How messages travel from a rank to another one, or to itself. */
  Protocol protocol(int from, int to);

  /** What a rank's processor can do. */
  ProcessorFigures processor(int rank);
}
