package io.starling.gpu;

import io.starling.runtime.memory.ByteSize;
import java.util.Map;

/**
 * The settings for the use of a device.
 *
 * @param hostCopyBytes the host memory that may keep copies of device data that an operation will
 *     forward, in bytes
 * @param foldsOnDevice whether the device folds; otherwise the processor does
 * @param sharesMemory whether data moves from device to device between ranks of one host
 * @param letsUcxIn whether UCX may move messages directly from and to the device's memory
 */
record GpuSettings(
    long hostCopyBytes, boolean foldsOnDevice, boolean sharesMemory, boolean letsUcxIn) {

  /**
   * A size such as {@code 64M}; 0 for no copies: a node's leader then reads its device again for
   * each send.
   */
  static final String CACHE = "STARLING_GPU_CACHE";

  /** {@code device} or {@code host}. */
  static final String FOLDS = "STARLING_GPU_FOLDS";

  /** {@code on}, or {@code off}: data between ranks of one host then goes through host memory. */
  static final String PEER = "STARLING_GPU_PEER";

  /** {@code on}, or {@code off}: messages then go through host memory with any UCX. */
  static final String UCX = "STARLING_GPU_UCX";

  private static final long USUAL_HOST_COPY_BYTES = 256 << 20;

  static final GpuSettings USUAL = new GpuSettings(USUAL_HOST_COPY_BYTES, true, true, true);

  /**
   * The settings of an environment.
   *
   * @throws IllegalArgumentException if a value is wrong; the message names the variable
   */
  static GpuSettings of(Map<String, String> environment) {
    return new GpuSettings(
        cache(environment.get(CACHE)),
        isFirst(environment, FOLDS, "device", "host"),
        isFirst(environment, PEER, "on", "off"),
        isFirst(environment, UCX, "on", "off"));
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

  /** Whether a variable has the first of two values, which is the default. */
  private static boolean isFirst(
      Map<String, String> environment, String variable, String first, String second) {
    String text = environment.getOrDefault(variable, first);
    if (!text.equals(first) && !text.equals(second)) {
      throw new IllegalArgumentException(
          "%s must be %s or %s, not '%s'".formatted(variable, first, second, text));
    }
    return text.equals(first);
  }
}
