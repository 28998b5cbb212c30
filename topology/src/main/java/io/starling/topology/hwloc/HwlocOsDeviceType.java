package io.starling.topology.hwloc;

/** {@code hwloc_obj_osdev_type_t} of hwloc 2.x, in the order of its numbers. */
public enum HwlocOsDeviceType {
  BLOCK,
  GPU,
  NETWORK,
  OPEN_FABRICS,
  DMA,
  COPROCESSOR
}
