package io.starling.gpu;

import java.util.List;

/**
 * The CUDA devices that this process can use: {@link Present} or {@link Missing}. Without a driver
 * the list is empty; only {@link #device} throws.
 *
 * <pre>{@code
 * for (GpuDevice device : Gpus.here().devices()) {
 *   log(device.name() + " " + device.computeCapability());
 * }
 * }</pre>
 */
public sealed interface Gpus {

  /**
   * The devices of this machine. They are looked up once per process; any thread may call.
   *
   * @return the devices, or the reason why there are none
   */
  static Gpus here() {
    return Here.GPUS;
  }

  /**
   * All devices.
   *
   * @return an immutable list in the driver's order; empty if none can be used
   */
  List<GpuDevice> devices();

  /**
   * The device with an index.
   *
   * @param index the index in {@link #devices}, from 0
   * @return the device
   * @throws GpuUnavailableException if there is no such device; the message names what is missing
   */
  GpuDevice device(int index);

  /**
   * A working driver and its devices.
   *
   * @param driverVersion the newest CUDA version that the driver supports, in CUDA's encoding:
   *     12060 is 12.6
   * @param devices in the driver's order; may be empty
   */
  record Present(int driverVersion, List<GpuDevice> devices) implements Gpus {

    /** Copies the list of devices. */
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
   * @param reason what is missing, as a text
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

  /** Holds the devices of this machine; its initialization looks them up. */
  final class Here {
    private static final Gpus GPUS = CudaProbe.probe();

    private Here() {}
  }
}
