package io.starling.topology.hwloc;

/** {@code hwloc_obj_type_t} of hwloc 2.x, in the order of its numbers. */
public enum HwlocObjectType {
  MACHINE,
  PACKAGE,
  CORE,
  PU,
  L1_CACHE,
  L2_CACHE,
  L3_CACHE,
  L4_CACHE,
  L5_CACHE,
  L1_INSTRUCTION_CACHE,
  L2_INSTRUCTION_CACHE,
  L3_INSTRUCTION_CACHE,
  GROUP,
  NUMA_NODE,
  BRIDGE,
  PCI_DEVICE,
  OS_DEVICE,
  MISCELLANEOUS,
  MEMORY_CACHE,
  DIE
}
