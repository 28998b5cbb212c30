/**
 * A plain, immutable model of machines. {@link Machine} is the entry point; hwloc is used only
 * behind it. Beside it are the processors that Linux gives a process or a thread, and its lists of
 * PCI devices and of NVIDIA's GPUs.
 *
 * <pre>
 * Machine ──> HwlocReader, DeviceReader, XmlDescription, SyntheticDescription ──> hwloc
 *    └──────> Affinity, PciBus, NvidiaDriver                                      files of Linux
 *
 * layout, placement, Level, collectives, launcher, bench ──> machine ──> hwloc, Level, runtime.log
 * </pre>
 */
package io.starling.topology.machine;
