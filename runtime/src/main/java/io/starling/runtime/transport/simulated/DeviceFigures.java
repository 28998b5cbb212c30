package io.starling.runtime.transport.simulated;

/**
 * What a rank's device costs the rank's processor, in picoseconds. What its work takes itself is
 * said by its lanes ({@link Network#devicePath}).
 *
 * @param post to start a copy or a fold
 * @param handle to notice that one has ended
 */
public record DeviceFigures(long post, long handle) {

  /** Refuses what no hardware does. */
  public DeviceFigures {
    if (post < 0 || handle < 0) {
      throw new IllegalArgumentException(
          "a device's figures can't be negative: post %d ps, handle %d ps".formatted(post, handle));
    }
  }
}
