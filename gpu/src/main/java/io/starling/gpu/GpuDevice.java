package io.starling.gpu;

/**
 * The properties of a CUDA device.
 *
 * @param index the driver's number for it in this process, from 0; {@code CUDA_VISIBLE_DEVICES}
 *     hides devices and renumbers the rest
 * @param name the model, such as {@code NVIDIA H100}
 * @param memoryBytes the size of its memory, in bytes
 * @param pciBusId its PCI address in lower case, as Linux writes it: {@code 0000:3b:00.0}
 * @param computeMajor the major number of its compute capability
 * @param computeMinor the minor number of its compute capability
 */
public record GpuDevice(
    int index, String name, long memoryBytes, String pciBusId, int computeMajor, int computeMinor) {

  /**
   * The compute capability as NVIDIA writes it.
   *
   * @return major and minor number, such as {@code 9.0}
   */
  public String computeCapability() {
    return computeMajor + "." + computeMinor;
  }

  /** The name in messages: {@code GPU 0 (NVIDIA H100)}. */
  String label() {
    return "GPU " + index + " (" + name + ")";
  }
}
