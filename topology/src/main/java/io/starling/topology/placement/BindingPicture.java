package io.starling.topology.placement;

import io.starling.topology.CpuSet;
import io.starling.topology.Device;
import io.starling.topology.HardwareObject;
import io.starling.topology.Level;
import io.starling.topology.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws what ranks are bound to, one line for each, as {@code mpirun --report-bindings} does.
 *
 * <pre>
 * rank 0 on myhost: package 0, core 0, PUs 0-1   [BB/..|../..][../..|../..]
 * rank 1 on myhost: not bound
 * rank 2 on myhost: package 0, core 1, PUs 2-3, GPU 0 (NVIDIA H100 NVL, 0000:3b:00.0)   [../BB|../..][../..|../..]
 * </pre>
 *
 * A package is in brackets, {@code |} is between NUMA nodes, {@code /} between cores. Each PU is a
 * letter: {@code B} the rank is bound to it, {@code .} it is not, {@code -} the job may not use it.
 * On machines of more than 64 PUs equal neighbours are drawn once: {@code ..*31} is 31 cores.
 */
public final class BindingPicture {

  private static final int MOST_LETTERS = 64;

  private final Allotment allotment;
  private final Map<Machine, UsableCores> layouts = new HashMap<>();

  /** A picture of the nodes that a job may use. */
  public BindingPicture(Allotment allotment) {
    this.allotment = allotment;
  }

  /** One line for each rank, in their order. */
  public Stream<String> lines(Placement placement, GpuAssignment gpus) {
    return placement.seats().stream()
        .map(
            seat ->
                "rank %d on %s: %s"
                    .formatted(
                        seat.rank(),
                        allotment.name(seat.node()),
                        line(seat, placement.bound(), gpus.gpu(seat.rank()))));
  }

  private String line(Seat seat, boolean bound, Optional<Device> gpu) {
    Machine machine = allotment.cluster().nodes().get(seat.node());
    String binding = bound ? binding(machine, seat) : "not bound";
    String device =
        gpu.map(it -> ", GPU %d (%s)".formatted(machine.nvidiaGpus().indexOf(it), it.label()))
            .orElse("");
    return binding + device + (bound ? "   " + picture(machine, seat) : "");
  }

  private static String binding(Machine machine, Seat seat) {
    String packages = numbered("package", machine.packages(), seat.cpus());
    String cores = numbered("core", UsableCores.all(machine), seat.cpus());
    return Stream.of(packages, cores, (seat.cpus().size() == 1 ? "PU " : "PUs ") + seat.cpus())
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String numbered(String name, List<HardwareObject> pieces, CpuSet cpus) {
    String numbers =
        Numbers.list(
            pieces.stream()
                .filter(piece -> piece.cpus().intersects(cpus))
                .mapToInt(HardwareObject::logicalIndex));
    if (numbers.isEmpty()) {
      return "";
    }
    return name + (numbers.matches("\\d+") ? " " : "s ") + numbers;
  }

  private String picture(Machine machine, Seat seat) {
    List<HardwareObject> cores = UsableCores.all(machine);
    UsableCores layout =
        layouts.computeIfAbsent(machine, whole -> new UsableCores(whole, whole.cpus()));
    boolean shortened = machine.pus().size() > MOST_LETTERS;
    StringBuilder picture = new StringBuilder();
    String separator = "[";
    for (int core = 0; core < cores.size(); ) {
      int next = core + 1;
      String letters = letters(cores.get(core).cpus(), seat);
      while (next < cores.size()
          && shortened
          && separator(layout, next).equals("/")
          && letters(cores.get(next).cpus(), seat).equals(letters)) {
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

  /** What stands between a core and the one before it. */
  private static String separator(UsableCores layout, int core) {
    if (isFirst(layout, Level.PACKAGE, core)) {
      return "][";
    }
    return isFirst(layout, Level.NUMA, core) ? "|" : "/";
  }

  private static boolean isFirst(UsableCores layout, Level level, int core) {
    return layout.has(level) && layout.piece(level, core) != layout.piece(level, core - 1);
  }

  private String letters(CpuSet core, Seat seat) {
    CpuSet allowed = allotment.allowed().get(seat.node());
    return core.stream()
        .mapToObj(cpu -> seat.cpus().contains(cpu) ? "B" : allowed.contains(cpu) ? "." : "-")
        .collect(Collectors.joining());
  }
}
