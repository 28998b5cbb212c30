package io.starling.gpu;

/** Versions of CUDA as the driver encodes them: 12060 is 12.6. */
final class DriverVersion {

  /** The oldest with which Starling works: CUDA 11.0. */
  static final int OLDEST = 11_000;

  private static final int MAJOR = 1000;
  private static final int MINOR = 10;

  private DriverVersion() {}

  /** As people write it: {@code 12.6}. */
  static String text(int version) {
    return version / MAJOR + "." + version % MAJOR / MINOR;
  }

  /**
   * Throws where a driver is too old.
   *
   * @throws GpuUnavailableException which names both versions
   */
  static void check(int version, String device) {
    if (version < OLDEST) {
      throw new GpuUnavailableException(
          "%s cannot be used: its driver speaks CUDA %s, and Starling needs %s or later; install a newer NVIDIA driver"
              .formatted(device, text(version), text(OLDEST)));
    }
  }
}
