package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.Device;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.ReductionOperators;
import java.util.function.Predicate;

/**
 * What an engine may have of a rank's device.
 *
 * @param hostCopyBytes how many bytes of host copies it may keep to send them on; 0 for none, so
 *     that whatever is sent crosses from the device again
 * @param folds which folds the device has; the processor does the others
 * @param smallestExport the shortest range that devices beside it copy from its memory, and it from
 *     theirs
 */
public record DeviceUse(long hostCopyBytes, Predicate<Fold> folds, long smallestExport) {

  /** No device copies from another one's memory. */
  public static final long NO_PEERS = Long.MAX_VALUE;

  /** What is worth to be shared on real devices ({@link Device#smallestExport}). */
  public static final long LONG_SEGMENTS = 64 << 10;

  /** No folds: the processor does all. */
  public static final Predicate<Fold> NO_FOLDS = _ -> false;

  /**
   * All that it can: the folds are those of the predefined operators, as real devices have them.
   */
  public static final DeviceUse FULL =
      new DeviceUse(1L << 30, fold -> ReductionOperators.whatIs(fold).isPresent(), LONG_SEGMENTS);

  /** Refuses what can't be. */
  public DeviceUse {
    if (hostCopyBytes < 0) {
      throw new IllegalArgumentException("can't keep %d bytes".formatted(hostCopyBytes));
    }
    if (smallestExport < 0) {
      throw new IllegalArgumentException("no range has %d bytes".formatted(smallestExport));
    }
  }
}
