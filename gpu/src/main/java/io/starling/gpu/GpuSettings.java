package io.starling.gpu;

import io.starling.runtime.memory.ByteSize;
import java.util.Map;

/**
 * How collectives use a device.
 *
 * @param hostCopyBytes how much host memory may keep of an operation's data on the device that it
 *     will send on
 * @param foldsOnDevice whether the device folds; else the processor does
 */
record GpuSettings(long hostCopyBytes, boolean foldsOnDevice) {

  /** A size such as {@code 64M}; 0 for no copies: a node's leader then reads its device again. */
  static final String CACHE = "STARLING_GPU_CACHE";

  /** {@code device} or {@code host}. */
  static final String FOLDS = "STARLING_GPU_FOLDS";

  private static final long USUAL_HOST_COPY_BYTES = 256 << 20;

  static final GpuSettings USUAL = new GpuSettings(USUAL_HOST_COPY_BYTES, true);

  /**
   * The settings that the environment has.
   *
   * @throws IllegalArgumentException if one means nothing; the message names it
   */
  static GpuSettings of(Map<String, String> environment) {
    return new GpuSettings(
        cache(environment.get(CACHE)), foldsOnDevice(environment.getOrDefault(FOLDS, "device")));
  }

  private static long cache(String text) {
    if (text == null) {
      return USUAL_HOST_COPY_BYTES;
    }
    try {
      return ByteSize.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(CACHE + ": " + e.getMessage(), e);
    }
  }

  private static boolean foldsOnDevice(String text) {
    return switch (text) {
      case "device" -> true;
      case "host" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s is device or host, not '%s'".formatted(FOLDS, text));
    };
  }
}
