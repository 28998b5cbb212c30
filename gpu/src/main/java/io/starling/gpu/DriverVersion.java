package io.starling.gpu;

/** Versions of CUDA as the driver encodes them: 12060 is 12.6. */
final class DriverVersion {

  /** The oldest supported version: CUDA 11.0. */
  static final int OLDEST = 11_000;

  private static final int MAJOR = 1000;
  private static final int MINOR = 10;

  private DriverVersion() {}

  /** As text: {@code 12.6}. */
  static String text(int version) {
    return version / MAJOR + "." + version % MAJOR / MINOR;
  }

  /**
   * Throws if a driver is too old.
   *
   * @throws GpuUnavailableException which names both versions
   */
  static void check(int version, String device) {
    if (version < OLDEST) {
      throw new GpuUnavailableException(
          "%s cannot be used: its driver supports CUDA %s, but Starling needs %s or later; install a newer NVIDIA driver"
              .formatted(device, text(version), text(OLDEST)));
    }
  }
}
