package io.starling.topology;

import java.util.List;

/**
 * A device of a machine and the processors next to it.
 *
 * @param kind what it is for
 * @param busId PCI domain, bus, device and function in lower case, such as {@code 0000:3b:00.0};
 *     empty where it is on no PCI bus
 * @param vendorId the PCI vendor, such as 0x15b3; 0 where it is on no PCI bus
 * @param deviceId the PCI vendor's number for it; 0 where it is on no PCI bus
 * @param model what it is called, such as {@code NVIDIA A100-SXM4-80GB}; empty where nobody says
 * @param names the operating system's, in alphabetical order, such as {@code ib0, mlx5_0} or {@code
 *     card1, renderD128}; none where no driver has taken it
 * @param near the PUs with the shortest way to it, all of the machine's where that is unknown
 */
public record Device(
    Kind kind,
    String busId,
    int vendorId,
    int deviceId,
    String model,
    List<String> names,
    CpuSet near) {

  /** What a device is for. */
  public enum Kind {
    /** A network adapter, Ethernet or InfiniBand. */
    NETWORK,
    /** A processor for graphics or computing. */
    GPU,
    /** Disks and what they are attached to. */
    STORAGE,
    /** Anything else, also the screen of a baseboard management controller. */
    OTHER
  }

  /** The PCI vendor of the GPUs that speak CUDA. */
  static final int NVIDIA = 0x10de;

  /** Copies the list. */
  public Device {
    names = List.copyOf(names);
  }

  /** The same device by another name. */
  Device called(String itsModel) {
    return new Device(kind, busId, vendorId, deviceId, itsModel, names, near);
  }

  /** Model and bus id, with a comma between, or the one that is known. */
  public String label() {
    return model.isEmpty() || busId.isEmpty() ? model + busId : model + ", " + busId;
  }

  @Override
  public String toString() {
    return "%s %s %s (near cpus %s)".formatted(kind, busId, String.join(", ", names), near);
  }
}
