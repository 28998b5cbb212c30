package io.starling.runtime.transport.simulated;

import java.util.Optional;

/**
 * The hardware that simulated ranks run on: which lanes there are, and which of them data takes.
 */
public interface Network {

  /** Where the work of a rank's device goes. */
  enum DeviceWay {
    /** From the host's memory to the device's. */
    IN,
    /** From the device's memory to the host's. */
    OUT,
    /**
     * Through the device's memory: it is read and written, twice a byte by copies, three times by
     * folds.
     */
    WITHIN
  }

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

  /** What a rank's device costs its processor; nothing where it has no device. */
  default Optional<DeviceFigures> device(int rank) {
    return Optional.empty();
  }

  /**
   * Finds the lanes that work of a rank's device takes, as {@link #path} does for messages.
   *
   * @throws UnsupportedOperationException if the rank has no device
   */
  default int devicePath(int rank, DeviceWay way, int[] path) {
    throw new UnsupportedOperationException("rank " + rank + " has no device");
  }

  /** Whether the devices of two ranks, which are not the same, reach each other's memory. */
  default boolean isNear(int from, int to) {
    return false;
  }

  /**
   * Finds the lanes that copies take from the memory of a rank's device to that of another one's,
   * as {@link #path} does for messages.
   *
   * @throws UnsupportedOperationException if the two are not near
   */
  default int peerPath(int from, int to, int[] path) {
    throw new UnsupportedOperationException(
        "the device of rank %d doesn't reach that of rank %d".formatted(to, from));
  }
}
