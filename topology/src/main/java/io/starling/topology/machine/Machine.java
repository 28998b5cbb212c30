package io.starling.topology.machine;

import io.starling.runtime.log.Logs;
import io.starling.topology.hwloc.HwlocException;
import io.starling.topology.hwloc.HwlocTopology;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One machine: packages, NUMA nodes, caches, cores and PUs, each with its logical index and the
 * operating system's. Immutable; may be shared by threads.
 *
 * <pre>{@code
 * Machine.synthetic("package:2 numa:1 core:2 pu:2")
 *
 *   MACHINE 0
 *   |-- PACKAGE 0 (NUMA 0)            |-- PACKAGE 1 (NUMA 1)
 *       |-- CORE 0: PU 0, PU 1            |-- CORE 2: PU 4, PU 5
 *       |-- CORE 1: PU 2, PU 3            |-- CORE 3: PU 6, PU 7
 * }</pre>
 */
public final class Machine {

  private final HardwareObject root;
  private final Map<HardwareType, List<HardwareObject>> byType;
  private final Supplier<List<HardwareDevice>> devices;

  /** Checked before the devices, because it is quicker. */
  private final BooleanSupplier mayHaveNvidia;

  Machine(HardwareObject root, Supplier<List<HardwareDevice>> devices) {
    this(root, devices, () -> true);
  }

  private Machine(
      HardwareObject root, Supplier<List<HardwareDevice>> devices, BooleanSupplier mayHaveNvidia) {
    this.root = root;
    this.devices = devices;
    this.mayHaveNvidia = mayHaveNvidia;
    Map<HardwareType, List<HardwareObject>> collected = new EnumMap<>(HardwareType.class);
    for (HardwareType type : HardwareType.values()) {
      collected.put(type, new ArrayList<>());
    }
    collect(root, collected);
    collected.replaceAll(
        (_, objects) ->
            objects.stream()
                .sorted(Comparator.comparingInt(HardwareObject::logicalIndex))
                .toList());
    this.byType = Collections.unmodifiableMap(collected);
  }

  private static void collect(
      HardwareObject object, Map<HardwareType, List<HardwareObject>> collected) {
    collected.get(object.type()).add(object);
    object.memory().forEach(node -> collect(node, collected));
    object.children().forEach(child -> collect(child, collected));
  }

  /**
   * The whole machine of this process, even if the process is bound to a part of it ({@link
   * Affinity}). It is discovered once per process. Without a working hwloc it is one flat level of
   * PUs, with one warning in the log.
   */
  public static Machine here() {
    return Here.MACHINE;
  }

  private static final class Here {
    static final Machine MACHINE = find();

    private static Machine find() {
      Machine found = discover(HwlocTopology::ofThisMachine, Machine::warn);
      // hwloc reports at least one NUMA node: without any the machine is flat, and the warning is
      // logged.
      return found.numaNodes().isEmpty()
          ? found
          : new Machine(found.root(), () -> DevicesHere.DEVICES, Here::mayHaveNvidia);
    }

    private static boolean mayHaveNvidia() {
      return HwlocTopology.isPretended(System.getenv())
          || PciBus.here().hasVendor(HardwareDevice.NVIDIA);
    }
  }

  private static void warn(String warning) {
    Logs.named(Machine.class.getName()).log(System.Logger.Level.WARNING, warning);
  }

  /** Separate, because the discovery of devices takes many times as long as that of processors. */
  private static final class DevicesHere {
    static final List<HardwareDevice> DEVICES = discover();

    private static List<HardwareDevice> discover() {
      try {
        List<HardwareDevice> found = read(HwlocTopology::ofThisMachineWithDevices).devices();
        return HwlocTopology.isPretended(System.getenv())
            ? found
            : NvidiaDriver.here().nameUnnamed(found);
      } catch (HwlocException e) {
        warn("The devices of this machine are unknown: " + e.getMessage());
        return List.of();
      }
    }
  }

  static Machine discover(Supplier<HwlocTopology> source, Consumer<String> warnings) {
    try {
      return read(source);
    } catch (HwlocException e) {
      warnings.accept(
          "The topology of this machine is unknown, all processors count as equally near: "
              + e.getMessage());
      return flat(Affinity.ofThisProcess());
    }
  }

  /**
   * A machine in hwloc's synthetic notation: levels, outermost first, with their number inside each
   * object of the level above, such as {@code package:2 numa:1 l3:1 core:4 pu:2}. The last level is
   * {@code pu}.
   *
   * @throws IllegalArgumentException if such a machine is impossible; the message names the wrong
   *     part
   * @throws UnsupportedOperationException if hwloc is missing
   */
  public static Machine synthetic(String description) {
    return SyntheticDescription.read(description);
  }

  /**
   * A machine from a file that hwloc has written ({@code lstopo machine.xml}).
   *
   * @throws IllegalArgumentException if the file can't be read or is not such a file; the message
   *     says why
   * @throws UnsupportedOperationException if hwloc is missing
   */
  public static Machine xml(Path file) {
    return XmlDescription.read(file);
  }

  /** A machine of which only the PUs are known; each counts as a core. */
  public static Machine flat(CpuSet cpus) {
    int[] numbers = cpus.stream().toArray();
    List<HardwareObject> cores = new ArrayList<>();
    for (int i = 0; i < numbers.length; i++) {
      CpuSet cpu = CpuSet.range(numbers[i], numbers[i]);
      HardwareObject unit =
          new HardwareObject(HardwareType.PU, i, numbers[i], cpu, 0, List.of(), List.of());
      cores.add(new HardwareObject(HardwareType.CORE, i, i, cpu, 0, List.of(unit), List.of()));
    }
    return new Machine(
        new HardwareObject(HardwareType.MACHINE, 0, 0, cpus, 0, cores, List.of()), List::of);
  }

  static Machine read(Supplier<HwlocTopology> source) {
    try (HwlocTopology topology = source.get()) {
      List<HardwareDevice> devices = DeviceReader.read(topology.root());
      return new Machine(HwlocReader.read(topology.root()), () -> devices);
    }
  }

  static void requireHwloc() {
    try {
      HwlocTopology.requireLibrary();
    } catch (HwlocException e) {
      throw new UnsupportedOperationException(e.getMessage(), e);
    }
  }

  /** The whole machine as a tree. */
  public HardwareObject root() {
    return root;
  }

  /** All objects of a type in logical order; empty if the machine has no such level. */
  public List<HardwareObject> objects(HardwareType type) {
    return byType.get(type);
  }

  /** The processor packages (sockets). */
  public List<HardwareObject> packages() {
    return objects(HardwareType.PACKAGE);
  }

  /** The NUMA nodes. */
  public List<HardwareObject> numaNodes() {
    return objects(HardwareType.NUMA);
  }

  /** The cores; empty if the operating system does not report them, as on some virtual machines. */
  public List<HardwareObject> cores() {
    return objects(HardwareType.CORE);
  }

  /** The hardware threads. */
  public List<HardwareObject> pus() {
    return objects(HardwareType.PU);
  }

  /** All PUs by the operating system's numbers. */
  public CpuSet cpus() {
    return root.cpus();
  }

  /**
   * Network adapters, GPUs and disks by bus id. Those of this machine are discovered at the first
   * call; without hwloc there are none. A synthetic machine has none.
   */
  public List<HardwareDevice> devices() {
    return devices.get();
  }

  /** The network adapters, by bus id. */
  public List<HardwareDevice> networkDevices() {
    return devices(HardwareDevice.Kind.NETWORK);
  }

  /** The GPUs, by bus id. */
  public List<HardwareDevice> gpus() {
    return devices(HardwareDevice.Kind.GPU);
  }

  /**
   * The GPUs that support CUDA, by bus id. If this machine has no device of NVIDIA, the discovery
   * is skipped.
   */
  public List<HardwareDevice> nvidiaGpus() {
    return mayHaveNvidia.getAsBoolean()
        ? gpus().stream().filter(gpu -> gpu.vendorId() == HardwareDevice.NVIDIA).toList()
        : List.of();
  }

  private List<HardwareDevice> devices(HardwareDevice.Kind kind) {
    return devices().stream().filter(device -> device.kind() == kind).toList();
  }

  /**
   * How many ranks can run at full speed on these PUs: one per core with any of them, or one per PU
   * if the cores are unknown. More ranks are an oversubscription.
   */
  public int slots(CpuSet allowed) {
    List<HardwareObject> locations = cores().isEmpty() ? pus() : cores();
    return (int) locations.stream().filter(location -> location.cpus().intersects(allowed)).count();
  }

  @Override
  public String toString() {
    return "%d packages, %d NUMA nodes, %d cores, %d PUs"
        .formatted(packages().size(), numaNodes().size(), cores().size(), pus().size());
  }
}
