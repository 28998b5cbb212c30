package io.starling.runtime.transport.simulated;

/**
 * What an engine may have of a rank's device.
 *
 * @param hostCopyBytes how many bytes of host copies it may keep to send them on; 0 for none, so
 *     that whatever is sent crosses from the device again
 * @param folds whether the device folds; else the processor does
 */
public record DeviceUse(long hostCopyBytes, boolean folds) {

  /** All that it can. */
  public static final DeviceUse FULL = new DeviceUse(1L << 30, true);

  /** Refuses what can't be. */
  public DeviceUse {
    if (hostCopyBytes < 0) {
      throw new IllegalArgumentException("can't keep %d bytes".formatted(hostCopyBytes));
    }
  }
}
