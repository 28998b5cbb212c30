package io.starling.topology.hwloc;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@code struct hwloc_obj} of hwloc 2.x on a 64-bit machine, read in place. Valid until its
 * {@link HwlocTopology} is closed.
 */
public final class HwlocObject {

  private static final long TYPE = 0;
  private static final long OS_INDEX = 16;
  private static final long NAME = 24;
  private static final long ATTRIBUTES = 40;
  private static final long LOGICAL_INDEX = 52;
  private static final long NEXT_SIBLING = 88;
  private static final long FIRST_CHILD = 120;
  private static final long MEMORY_FIRST_CHILD = 144;
  private static final long DEVICE_FIRST_CHILD = 160;
  private static final long CPUSET = 184;
  private static final long INFOS = 216;
  private static final long INFO_COUNT = 224;

  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  /** The size of {@code struct hwloc_info_s}: the addresses of a key and of its value. */
  private static final long INFO_BYTES = 16;

  /** Large enough for the list of nearly every machine, so that one call suffices. */
  private static final int USUAL_LIST = 256;

  private final HwlocLibrary library;
  private final Pointer address;

  HwlocObject(HwlocLibrary library, Pointer address) {
    this.library = library;
    this.address = address;
  }

  public HwlocObjectType type() {
    return known(HwlocObjectType.values(), address.getInt(TYPE));
  }

  /** The operating system's number, or -1 if it has none. */
  public int osIndex() {
    return address.getInt(OS_INDEX);
  }

  /** The index among all objects of the same type and depth. */
  public int logicalIndex() {
    return address.getInt(LOGICAL_INDEX);
  }

  /** The size of a cache, or of the local memory of a NUMA node; both are the first attribute. */
  public long bytes() {
    return address.getPointer(ATTRIBUTES).getLong(0);
  }

  /** The PUs below, by the operating system's numbers, such as {@code 0-3,8}. */
  public String cpuset() {
    Pointer bitmap = address.getPointer(CPUSET);
    byte[] text = new byte[USUAL_LIST];
    int length = library.bitmapListSnprintf(text, text.length, bitmap);
    if (length >= text.length) {
      text = new byte[length + 1];
      library.bitmapListSnprintf(text, text.length, bitmap);
    }
    return new String(text, 0, length, StandardCharsets.US_ASCII);
  }

  /** Packages, caches, cores, PUs: the objects that hold processors. */
  public List<HwlocObject> children() {
    return siblings(address.getPointer(FIRST_CHILD));
  }

  /** The NUMA nodes attached here. */
  public List<HwlocObject> memoryChildren() {
    return siblings(address.getPointer(MEMORY_FIRST_CHILD));
  }

  /** The bridges and devices attached here; bridges hold PCI devices, these hold OS devices. */
  public List<HwlocObject> deviceChildren() {
    return siblings(address.getPointer(DEVICE_FIRST_CHILD));
  }

  /** The operating system's name of an OS device, such as {@code eth0}; null if it has none. */
  public String name() {
    Pointer name = address.getPointer(NAME);
    return name == null ? null : name.getString(0, UTF_8);
  }

  /** hwloc's information under a key such as {@code PCIDevice}, or null. */
  public String info(String key) {
    Pointer infos = address.getPointer(INFOS);
    int count = address.getInt(INFO_COUNT);
    for (long at = 0; at < count * INFO_BYTES; at += INFO_BYTES) {
      if (infos.getPointer(at).getString(0, UTF_8).equals(key)) {
        return infos.getPointer(at + Native.POINTER_SIZE).getString(0, UTF_8);
      }
    }
    return null;
  }

  /** The attributes of a {@link HwlocObjectType#PCI_DEVICE}. */
  public HwlocPciDevice pciDevice() {
    return HwlocPciDevice.at(address.getPointer(ATTRIBUTES));
  }

  /** The kind of an {@link HwlocObjectType#OS_DEVICE}. */
  public HwlocOsDeviceType osDeviceType() {
    return known(HwlocOsDeviceType.values(), address.getPointer(ATTRIBUTES).getInt(0));
  }

  /** A later hwloc, or a file that it has written, may have types that are unknown here. */
  private static <T> T known(T[] types, int number) {
    if (number < 0 || number >= types.length) {
      throw new HwlocException("hwloc reports an unknown object type: number " + number);
    }
    return types[number];
  }

  private List<HwlocObject> siblings(Pointer first) {
    List<HwlocObject> siblings = new ArrayList<>();
    for (Pointer next = first; next != null; next = next.getPointer(NEXT_SIBLING)) {
      siblings.add(new HwlocObject(library, next));
    }
    return siblings;
  }
}
