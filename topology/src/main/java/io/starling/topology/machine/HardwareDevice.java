package io.starling.topology.machine;

import java.util.List;

/**
 * A device of a machine and the processors next to it.
 *
 * @param kind its purpose
 * @param busId PCI domain, bus, device and function in lower case, such as {@code 0000:3b:00.0};
 *     empty if it is not on a PCI bus
 * @param vendorId the PCI vendor, such as 0x15b3; 0 if it is not on a PCI bus
 * @param deviceId the PCI vendor's number for it; 0 if it is not on a PCI bus
 * @param model its name, such as {@code NVIDIA A100-SXM4-80GB}; empty if unknown
 * @param names the operating system's names in alphabetical order, such as {@code ib0, mlx5_0} or
 *     {@code card1, renderD128}; empty if no driver uses it
 * @param near the PUs nearest to it; all PUs of the machine if that is unknown
 */
public record HardwareDevice(
    Kind kind,
    String busId,
    int vendorId,
    int deviceId,
    String model,
    List<String> names,
    CpuSet near) {

  /** The kinds of devices. */
  public enum Kind {
    /** A network adapter, Ethernet or InfiniBand. */
    NETWORK,
    /** A processor for graphics or computing. */
    GPU,
    /** Disks and their controllers. */
    STORAGE,
    /** Anything else, including the screen of a baseboard management controller. */
    OTHER
  }

  /** The PCI vendor of the GPUs that support CUDA. */
  static final int NVIDIA = 0x10de;

  /** Copies the list of names. */
  public HardwareDevice {
    names = List.copyOf(names);
  }

  /** This device with another model name. */
  HardwareDevice called(String itsModel) {
    return new HardwareDevice(kind, busId, vendorId, deviceId, itsModel, names, near);
  }

  /** Model and bus id, separated by a comma, or the one that is known. */
  public String label() {
    return model.isEmpty() || busId.isEmpty() ? model + busId : model + ", " + busId;
  }

  @Override
  public String toString() {
    return "%s %s %s (near cpus %s)".formatted(kind, busId, String.join(", ", names), near);
  }
}
