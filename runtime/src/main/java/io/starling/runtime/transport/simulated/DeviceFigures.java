package io.starling.runtime.transport.simulated;

/**
 * The processor time that a rank's device costs, in picoseconds. The links of the device ({@link
 * SimulatedNetwork#devicePath}) determine the duration of its work.
 *
 * @param post the time to start a copy or a fold
 * @param handle the time to handle the end of one
 */
public record DeviceFigures(long post, long handle) {

  /** Checks the figures. */
  public DeviceFigures {
    if (post < 0 || handle < 0) {
      throw new IllegalArgumentException(
          "a device's figures can't be negative: post %d ps, handle %d ps".formatted(post, handle));
    }
  }
}
