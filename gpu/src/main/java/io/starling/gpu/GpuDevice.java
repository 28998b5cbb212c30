package io.starling.gpu;

/**
 * A CUDA device.
 *
 * @param index the driver's number of it in this process, from 0 ({@code CUDA_VISIBLE_DEVICES}
 *     hides and renumbers)
 * @param name the model, such as {@code NVIDIA H100}
 * @param memoryBytes all of its memory, in bytes
 * @param pciBusId where it is plugged in, as {@code 0000:3b:00.0}, in lower case as in Linux
 * @param computeMajor the first number of its compute capability
 * @param computeMinor the second number of its compute capability
 */
public record GpuDevice(
    int index, String name, long memoryBytes, String pciBusId, int computeMajor, int computeMinor) {

  /** The compute capability as NVIDIA writes it, such as {@code 9.0}. */
  public String computeCapability() {
    return computeMajor + "." + computeMinor;
  }

  /** What messages call it: {@code GPU 0 (NVIDIA H100)}. */
  String label() {
    return "GPU " + index + " (" + name + ")";
  }
}
