package io.starling.bench.topo;

import io.starling.bench.report.Units;
import io.starling.bench.topo.CoreRun.Unit;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import io.starling.topology.placement.Placement;
import io.starling.topology.placement.RankLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Machines as an outline: a line for each package, NUMA node and shared cache, cores that are alike
 * on one line, PUs by the system's numbers.
 *
 * <pre>{@code
 * node 0: 1 package, 4 cores, 8 PUs, 16 GiB
 * └─ package 0: NUMA 0 (16 GiB), L3 8 MiB
 *    ├─ cores 0-2: PUs 0-5 (2 each), L2 1 MiB, L1 48 KiB each; ranks 0-2
 *    └─ core 3: PUs 6-7, L2 1 MiB, L1 48 KiB [may not use 7]; rank 3
 * }</pre>
 */
public final class MachineText {

  private final CpuSet allowed;
  private final Residents residents;
  private final List<AssignedGpu> gpus;

  private MachineText(CpuSet allowed, Residents residents, List<AssignedGpu> gpus) {
    this.allowed = allowed;
    this.residents = residents;
    this.gpus = gpus;
  }

  /**
   * All nodes with the ranks on them, if any; neighbours that are the same and empty are one.
   *
   * @param allowed for each node the PUs that may be used; the others are marked
   */
  public static String of(TopologyScene scene, List<CpuSet> allowed, Glyphs glyphs) {
    Placement placement = scene.placement();
    List<Machine> nodes = placement.cluster().nodes();
    StringBuilder text = new StringBuilder();
    for (int node = 0; node < nodes.size(); ) {
      int last = lastAlike(placement, allowed, node);
      String name = last == node ? "node " + node : "nodes " + node + "-" + last + ", each";
      text.append(
          new MachineText(
                  allowed.get(node),
                  new Residents(placement.locations(), node),
                  AssignedGpu.of(scene, node))
              .outline(nodes.size() == 1 ? "machine" : name, nodes.get(node))
              .render(glyphs));
      node = last + 1;
    }
    return text.toString();
  }

  private static int lastAlike(Placement placement, List<CpuSet> allowed, int first) {
    List<Machine> nodes = placement.cluster().nodes();
    Set<Integer> occupied =
        placement.locations().stream().map(RankLocation::node).collect(Collectors.toSet());
    int last = first;
    while (last + 1 < nodes.size()
        && nodes.get(last + 1).equals(nodes.get(first))
        && allowed.get(last + 1).equals(allowed.get(first))
        && !occupied.contains(first)
        && !occupied.contains(last + 1)) {
      last++;
    }
    return last;
  }

  private Outline outline(String name, Machine machine) {
    List<Outline> lines = new ArrayList<>(inside(machine.root()));
    lines.addAll(DeviceText.of(machine, gpus));
    return new Outline(name + ": " + summary(machine), lines);
  }

  private static String summary(Machine machine) {
    List<String> parts = new ArrayList<>();
    int packages = machine.packages().size();
    int cores = machine.cores().size();
    long bytes = machine.numaNodes().stream().mapToLong(HardwareObject::bytes).sum();
    if (packages > 0) {
      parts.add(Units.count(packages, "package"));
    }
    if (cores > 0) {
      parts.add(Units.count(cores, "core"));
    }
    parts.add(Units.count(machine.pus().size(), "PU"));
    if (bytes > 0) {
      parts.add(Units.bytes(bytes));
    }
    parts.addAll(memory(machine.root()));
    return String.join(", ", parts);
  }

  /** The lines for what is in an object; an object that is alone in it shares the line above. */
  private List<Outline> inside(HardwareObject object) {
    List<Outline> lines = new ArrayList<>();
    List<Unit> cores = new ArrayList<>();
    for (HardwareObject child : object.children()) {
      Optional<Unit> core = Unit.in(child, allowed, residents);
      if (core.isEmpty()) {
        flush(cores, lines);
        lines.add(line(child));
      } else {
        cores.add(core.get());
      }
    }
    flush(cores, lines);
    return lines;
  }

  private static void flush(List<Unit> cores, List<Outline> lines) {
    CoreRun.of(cores).forEach(run -> lines.add(Outline.leaf(run.text())));
    cores.clear();
  }

  private Outline line(HardwareObject object) {
    StringBuilder text = new StringBuilder(name(object));
    HardwareObject inner = object;
    while (isAlone(inner)) {
      inner = inner.children().getFirst();
      text.append(", ").append(name(inner));
    }
    List<Outline> lines = inside(inner);
    boolean foldable = object.type() != HardwareType.PACKAGE;
    if (foldable && lines.size() == 1 && lines.getFirst().children().isEmpty()) {
      return Outline.leaf(text + ": " + lines.getFirst().text());
    }
    return new Outline(text.toString(), lines);
  }

  /** Whether an object holds one other that is no core nor a core's own cache. */
  private boolean isAlone(HardwareObject object) {
    return object.children().size() == 1
        && Unit.in(object.children().getFirst(), allowed, residents).isEmpty();
  }

  private static List<String> memory(HardwareObject object) {
    return object.memory().stream()
        .map(node -> "NUMA %d (%s)".formatted(node.logicalIndex(), Units.bytes(node.bytes())))
        .toList();
  }

  /** {@code package 0, NUMA 0 (16 GiB)}; a group is there for its memory's sake. */
  private static String name(HardwareObject object) {
    List<String> names = new ArrayList<>(memory(object));
    String type = object.type().name();
    if (object.bytes() > 0) {
      String size = Units.bytes(object.bytes());
      names.addFirst("%s %d (%s)".formatted(type, object.logicalIndex(), size));
    } else if (object.type() != HardwareType.GROUP || names.isEmpty()) {
      names.addFirst(type.toLowerCase(Locale.ROOT) + " " + object.logicalIndex());
    }
    return String.join(", ", names);
  }

  /**
   * The devices of a machine that matter to messages, a line each: {@code network 0000:5e:00.0
   * (ib0, mlx5_0), near NUMA 1}. GPUs have the numbers that {@code --gpu-map} takes, and their
   * ranks: {@code gpu 0: NVIDIA A100-SXM4-80GB, 0000:3b:00.0 (card1), near NUMA 0; ranks 0-3}.
   */
  private static final class DeviceText {

    private DeviceText() {}

    /** Those of a machine, with the GPUs on it and their ranks. */
    static List<Outline> of(Machine machine, List<AssignedGpu> gpus) {
      Map<HardwareDevice, AssignedGpu> users =
          gpus.stream()
              .collect(Collectors.toMap(AssignedGpu::device, gpu -> gpu, (first, _) -> first));
      return machine.devices().stream()
          .filter(device -> device.kind() != HardwareDevice.Kind.OTHER)
          .map(device -> Outline.leaf(line(machine, device, users.get(device))))
          .toList();
    }

    private static String line(Machine machine, HardwareDevice device, AssignedGpu gpu) {
      StringBuilder line = new StringBuilder(device.kind().name().toLowerCase(Locale.ROOT));
      if (gpu != null && gpu.number() >= 0) {
        line.append(' ').append(gpu.number()).append(':');
      }
      if (!device.label().isEmpty()) {
        line.append(' ').append(device.label());
      }
      if (!device.names().isEmpty()) {
        line.append(" (").append(String.join(", ", device.names())).append(')');
      }
      if (!device.near().containsAll(machine.cpus())) {
        line.append(", near ").append(place(machine, device.near()));
      }
      if (gpu != null && !gpu.ranks().isEmpty()) {
        line.append("; ").append(gpu.users());
      }
      return line.toString();
    }

    /** The largest piece that has just these PUs. */
    private static String place(Machine machine, CpuSet near) {
      return Stream.of(HardwareType.PACKAGE, HardwareType.NUMA, HardwareType.L3)
          .flatMap(type -> machine.objects(type).stream())
          .filter(object -> object.cpus().equals(near))
          .findFirst()
          .map(
              object ->
                  (object.type() == HardwareType.PACKAGE ? "package" : object.type().name())
                      + " "
                      + object.logicalIndex())
          .orElse("PUs " + near);
    }
  }
}
