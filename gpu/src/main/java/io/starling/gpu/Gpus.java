package io.starling.gpu;

import java.util.List;

/**
 * The CUDA devices that this process can use. Asking never fails: a machine without a driver is a
 * normal machine, and only {@link #device} insists.
 */
public sealed interface Gpus {

  /** The devices of this machine; found out once for a process, safe in many processes at once. */
  static Gpus here() {
    return Here.GPUS;
  }

  /** All devices in the driver's order, none where something is missing. */
  List<GpuDevice> devices();

  /**
   * One device.
   *
   * @throws GpuUnavailableException if it is not there; the message names what is missing
   */
  GpuDevice device(int index);

  /**
   * A driver and its devices.
   *
   * @param driverVersion the newest CUDA version that the driver speaks, as CUDA encodes it: 12060
   *     is 12.6
   * @param devices in the driver's order, possibly none
   */
  record Present(int driverVersion, List<GpuDevice> devices) implements Gpus {

    /** Copies the list. */
    public Present {
      devices = List.copyOf(devices);
    }

    @Override
    public GpuDevice device(int index) {
      if (index < 0 || index >= devices.size()) {
        throw new GpuUnavailableException(
            "there is no GPU " + index + ": the CUDA driver shows " + devices.size());
      }
      return devices.get(index);
    }
  }

  /**
   * No device can be used.
   *
   * @param reason what is missing, for people
   */
  record Missing(String reason) implements Gpus {

    @Override
    public List<GpuDevice> devices() {
      return List.of();
    }

    @Override
    public GpuDevice device(int index) {
      throw new GpuUnavailableException("GPU " + index + " cannot be used: " + reason);
    }
  }

  /** Found out when first asked for. */
  final class Here {
    private static final Gpus GPUS = CudaProbe.probe();

    private Here() {}
  }
}
