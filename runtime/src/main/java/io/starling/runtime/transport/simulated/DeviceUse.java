package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.Device;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.Operators;
import java.util.function.Predicate;

/**
 * The features of a rank's device that its engine may use.
 *
 * @param hostCopyBytes how many bytes of host copies it may keep to forward them; 0 for none, so
 *     that forwarded data crosses from the device again
 * @param folds the folds of the device; the processor does the others
 * @param smallestExport the shortest range that neighbouring devices copy from its memory, and it
 *     from theirs
 */
public record DeviceUse(long hostCopyBytes, Predicate<Fold> folds, long smallestExport) {

  /** No device copies from another device's memory. */
  public static final long NO_PEERS = Long.MAX_VALUE;

  /** The value for real devices ({@link Device#smallestExport}). */
  public static final long LONG_SEGMENTS = 64 << 10;

  /** No folds: the processor does all. */
  public static final Predicate<Fold> NO_FOLDS = _ -> false;

  /** All features, with the folds of the predefined operators that real devices have. */
  public static final DeviceUse FULL =
      new DeviceUse(1L << 30, fold -> Operators.whatIs(fold).isPresent(), LONG_SEGMENTS);

  /** Checks the values. */
  public DeviceUse {
    if (hostCopyBytes < 0) {
      throw new IllegalArgumentException("can't keep %d bytes".formatted(hostCopyBytes));
    }
    if (smallestExport < 0) {
      throw new IllegalArgumentException(
          "smallestExport must be positive, not %d bytes".formatted(smallestExport));
    }
  }
}
