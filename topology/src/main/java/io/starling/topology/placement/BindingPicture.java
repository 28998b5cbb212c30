package io.starling.topology.placement;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareDevice;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws the bindings of ranks, one line each, as {@code mpirun --report-bindings} does.
 *
 * <pre>
 * rank 0 on myhost: package 0, core 0, PUs 0-1   [BB/..|../..][../..|../..]
 * rank 1 on myhost: not bound
 * rank 2 on myhost: package 0, core 1, PUs 2-3, GPU 0 (NVIDIA H100 NVL, 0000:3b:00.0)   [../BB|../..][../..|../..]
 * </pre>
 *
 * A package is in brackets; {@code |} separates NUMA nodes, {@code /} cores. Each PU is a letter:
 * {@code B} if the rank is bound to it, {@code .} if not, {@code -} if the job may not use it. On
 * machines of more than 64 PUs equal neighbours are drawn once: {@code ..*31} is 31 cores.
 */
public final class BindingPicture {

  private static final int MOST_LETTERS = 64;

  private final ClusterAllocation allocation;
  private final Map<Machine, UsableCores> layouts = new HashMap<>();

  /** A picture of the nodes that a job may use. */
  public BindingPicture(ClusterAllocation allocation) {
    this.allocation = allocation;
  }

  /** One line per rank, in rank order. */
  public Stream<String> lines(Placement placement, GpuAssignment gpus) {
    return placement.locations().stream()
        .map(
            location ->
                "rank %d on %s: %s"
                    .formatted(
                        location.rank(),
                        allocation.name(location.node()),
                        line(location, placement.bound(), gpus.gpu(location.rank()))));
  }

  private String line(RankLocation location, boolean bound, Optional<HardwareDevice> gpu) {
    Machine machine = allocation.cluster().nodes().get(location.node());
    String binding = bound ? binding(machine, location) : "not bound";
    String device =
        gpu.map(it -> ", GPU %d (%s)".formatted(machine.nvidiaGpus().indexOf(it), it.label()))
            .orElse("");
    return binding + device + (bound ? "   " + picture(machine, location) : "");
  }

  private static String binding(Machine machine, RankLocation location) {
    String packages = numbered("package", machine.packages(), location.cpus());
    String cores = numbered("core", UsableCores.all(machine), location.cpus());
    return Stream.of(
            packages, cores, (location.cpus().size() == 1 ? "PU " : "PUs ") + location.cpus())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String numbered(String name, List<HardwareObject> pieces, CpuSet cpus) {
    String numbers =
        NumberText.list(
            pieces.stream()
                .filter(piece -> piece.cpus().intersects(cpus))
                .mapToInt(HardwareObject::logicalIndex));
    if (numbers.isEmpty()) {
      return "";
    }
    return name + (numbers.matches("\\d+") ? " " : "s ") + numbers;
  }

  private String picture(Machine machine, RankLocation location) {
    List<HardwareObject> cores = UsableCores.all(machine);
    UsableCores layout =
        layouts.computeIfAbsent(machine, whole -> new UsableCores(whole, whole.cpus()));
    boolean shortened = machine.pus().size() > MOST_LETTERS;
    StringBuilder picture = new StringBuilder();
    String separator = "[";
    for (int core = 0; core < cores.size(); ) {
      int next = core + 1;
      String letters = letters(cores.get(core).cpus(), location);
      while (next < cores.size()
          && shortened
          && separator(layout, next).equals("/")
          && letters(cores.get(next).cpus(), location).equals(letters)) {
        next++;
      }
      picture.append(separator).append(letters);
      if (next - core > 1) {
        picture.append('*').append(next - core);
      }
      core = next;
      separator = core < cores.size() ? separator(layout, core) : "]";
    }
    return picture.append(separator).toString();
  }

  /** The separator between a core and the one before it. */
  private static String separator(UsableCores layout, int core) {
    if (isFirst(layout, Level.PACKAGE, core)) {
      return "][";
    }
    return isFirst(layout, Level.NUMA, core) ? "|" : "/";
  }

  private static boolean isFirst(UsableCores layout, Level level, int core) {
    return layout.has(level) && layout.piece(level, core) != layout.piece(level, core - 1);
  }

  private String letters(CpuSet core, RankLocation location) {
    CpuSet allowed = allocation.allowed().get(location.node());
    return core.stream()
        .mapToObj(cpu -> location.cpus().contains(cpu) ? "B" : allowed.contains(cpu) ? "." : "-")
        .collect(Collectors.joining());
  }
}
