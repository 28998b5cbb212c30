package io.starling.runtime.transport.simulated;

import java.util.Optional;

/** The hardware of simulated ranks: its links, and the paths of data over them. */
public interface SimulatedNetwork {

  /** The paths of device work. */
  enum DeviceWay {
    /** From the host's memory to the device's. */
    IN,
    /** From the device's memory to the host's. */
    OUT,
    /** Through the device's memory: copies access it twice per byte, folds three times. */
    WITHIN
  }

  /** The most links of a path. */
  int LONGEST_PATH = 16;

  /** The number of ranks. */
  int ranks();

  /** The number of links. */
  int links();

  /** The figures of a link. */
  LinkFigures link(int link);

  /**
   * Finds the links from one rank to another, in the order in which data passes them.
   *
   * @param path takes the links; it has {@link #LONGEST_PATH} elements
   * @return their number; may be 0
   */
  int path(int from, int to, int[] path);

  /**
   * Finds the links from memory that the ranks of a node share, near one of them, to another one of
   * them or itself, as {@link #path} does for messages.
   */
  default int memoryPath(int near, int to, int[] path) {
    return near == to ? 0 : path(near, to, path);
  }

  /** The protocol of messages from one rank to another, or to itself. */
  Protocol protocol(int from, int to);

  /** The figures of a rank's processor. */
  ProcessorFigures processor(int rank);

  /** The processor time that a rank's device costs; zero if it has no device. */
  default Optional<DeviceFigures> device(int rank) {
    return Optional.empty();
  }

  /**
   * Finds the links for work of a rank's device, as {@link #path} does for messages.
   *
   * @throws UnsupportedOperationException if the rank has no device
   */
  default int devicePath(int rank, DeviceWay way, int[] path) {
    throw new UnsupportedOperationException("rank " + rank + " has no device");
  }

  /** Whether the devices of two different ranks access each other's memory. */
  default boolean isNear(int from, int to) {
    return false;
  }

  /**
   * Finds the links for copies from the memory of one rank's device to that of another's, as {@link
   * #path} does for messages.
   *
   * @throws UnsupportedOperationException if the devices do not access each other's memory
   */
  default int peerPath(int from, int to, int[] path) {
    throw new UnsupportedOperationException(
        "the device of rank %d doesn't reach that of rank %d".formatted(to, from));
  }
}
