package io.starling.topology;

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
 * One machine: packages, NUMA nodes, caches, cores and PUs, each with its logical and its operating
 * system's index. Immutable, free to share between threads.
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
  private final Supplier<List<Device>> devices;

  /** Asked before the devices are, as it is the shorter question. */
  private final BooleanSupplier mayHaveNvidia;

  Machine(HardwareObject root, Supplier<List<Device>> devices) {
    this(root, devices, () -> true);
  }

  private Machine(
      HardwareObject root, Supplier<List<Device>> devices, BooleanSupplier mayHaveNvidia) {
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
   * The machine that this process runs on, all of it, also where the process is bound to a part
   * ({@link Affinity}). Discovered once for a process. Where hwloc is missing or refuses, one flat
   * level of PUs, with one warning in the log.
   */
  public static Machine here() {
    return Here.MACHINE;
  }

  private static final class Here {
    static final Machine MACHINE = find();

    private static Machine find() {
      Machine found = discover(HwlocTopology::ofThisMachine, Machine::warn);
      // hwloc knows one NUMA node at least: without any the machine is flat, and has warned.
      return found.numaNodes().isEmpty()
          ? found
          : new Machine(found.root(), () -> DevicesHere.DEVICES, Here::mayHaveNvidia);
    }

    private static boolean mayHaveNvidia() {
      return HwlocTopology.isPretended(System.getenv()) || PciBus.here().hasVendor(Device.NVIDIA);
    }
  }

  private static void warn(String warning) {
    System.getLogger(Machine.class.getName()).log(System.Logger.Level.WARNING, warning);
  }

  /** Apart, because looking for devices takes many times as long as looking for processors. */
  private static final class DevicesHere {
    static final List<Device> DEVICES = discover();

    private static List<Device> discover() {
      try {
        List<Device> found = read(HwlocTopology::ofThisMachineWithDevices).devices();
        return HwlocTopology.isPretended(System.getenv())
            ? found
            : NvidiaDriver.here().nameUnnamed(found);
      } catch (HwlocException e) {
        warn("The machine's devices are unknown: " + e.getMessage());
        return List.of();
      }
    }
  }

  static Machine discover(Supplier<HwlocTopology> source, Consumer<String> warnings) {
    try {
      return read(source);
    } catch (HwlocException e) {
      warnings.accept(
          "The machine's topology is unknown, all processors count as equally near: "
              + e.getMessage());
      return flat(Affinity.ofThisProcess());
    }
  }

  /**
   * A machine that is elsewhere, or nowhere, in hwloc's synthetic notation: levels from the outside
   * in with their count inside each object of the level above, such as {@code package:2 numa:1 l3:1
   * core:4 pu:2}. The last level is {@code pu}.
   *
   * @throws IllegalArgumentException if there can be no such machine; the message names the culprit
   * @throws UnsupportedOperationException if hwloc is missing
   */
  public static Machine synthetic(String description) {
    return SyntheticDescription.read(description);
  }

  /**
   * A machine from a file that hwloc has written ({@code lstopo machine.xml}).
   *
   * @throws IllegalArgumentException if the file cannot be read or is no such file; the message
   *     says why
   * @throws UnsupportedOperationException if hwloc is missing
   */
  public static Machine xml(Path file) {
    return XmlDescription.read(file);
  }

  /** A machine of which nothing is known but its PUs: each counts as a core. */
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
      List<Device> devices = DeviceReader.read(topology.root());
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

  /** All pieces of a type in logical order; none where the machine has no such level. */
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

  /** The cores; none where the operating system does not tell them, as on some virtual machines. */
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
   * Network adapters, GPUs and disks by bus id. This machine's are looked for at the first call,
   * and none are found where hwloc is missing; a synthetic machine has none.
   */
  public List<Device> devices() {
    return devices.get();
  }

  /** The network adapters, by bus id. */
  public List<Device> networkDevices() {
    return devices(Device.Kind.NETWORK);
  }

  /** The GPUs, by bus id. */
  public List<Device> gpus() {
    return devices(Device.Kind.GPU);
  }

  /**
   * The GPUs that speak CUDA, by bus id. Where this machine has no device of NVIDIA's at all, none
   * are looked for.
   */
  public List<Device> nvidiaGpus() {
    return mayHaveNvidia.getAsBoolean()
        ? gpus().stream().filter(gpu -> gpu.vendorId() == Device.NVIDIA).toList()
        : List.of();
  }

  private List<Device> devices(Device.Kind kind) {
    return devices().stream().filter(device -> device.kind() == kind).toList();
  }

  /**
   * How many ranks may run at full speed on these PUs: one for each core that has any of them, or
   * one for each of them where the machine knows no cores. More ranks are an oversubscription.
   */
  public int slots(CpuSet allowed) {
    List<HardwareObject> seats = cores().isEmpty() ? pus() : cores();
    return (int) seats.stream().filter(seat -> seat.cpus().intersects(allowed)).count();
  }

  @Override
  public String toString() {
    return "%d packages, %d NUMA nodes, %d cores, %d PUs"
        .formatted(packages().size(), numaNodes().size(), cores().size(), pus().size());
  }
}
