package io.starling.bench.topo;

import io.starling.bench.report.Units;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Neighbouring cores that are alike, on one line: same caches, PUs and number of ranks, and the
 * process may use the same of them.
 *
 * @param cores in their order
 */
record CoreRun(List<Unit> cores) {

  /**
   * A core, or a PU where there are no cores.
   *
   * @param caches those that it has for itself, the outer first
   * @param allowed for each PU whether the process may use it
   */
  record Unit(
      HardwareObject object, List<String> caches, List<Boolean> allowed, List<Integer> ranks) {

    /** The core that this object is or that it alone holds; none where it holds several. */
    static Optional<Unit> in(HardwareObject object, CpuSet allowed, Residents residents) {
      List<String> caches = new ArrayList<>();
      HardwareObject inner = object;
      while (inner.type() != HardwareType.CORE && inner.type() != HardwareType.PU) {
        if (inner.children().size() != 1 || !inner.memory().isEmpty() || inner.bytes() == 0) {
          return Optional.empty();
        }
        caches.add(inner.type() + " " + Units.bytes(inner.bytes()));
        inner = inner.children().getFirst();
      }
      List<Boolean> usable = inner.cpus().stream().mapToObj(allowed::contains).toList();
      return Optional.of(new Unit(inner, caches, usable, residents.on(inner.cpus())));
    }

    boolean isLike(Unit other) {
      return object.type() == other.object.type()
          && caches.equals(other.caches)
          && allowed.equals(other.allowed)
          && ranks.size() == other.ranks.size();
    }
  }

  CoreRun {
    cores = List.copyOf(cores);
  }

  /** Puts alike neighbours together. */
  static List<CoreRun> of(List<Unit> units) {
    List<CoreRun> runs = new ArrayList<>();
    List<Unit> run = new ArrayList<>();
    for (Unit unit : units) {
      if (!run.isEmpty() && !run.getLast().isLike(unit)) {
        runs.add(new CoreRun(run));
        run.clear();
      }
      run.add(unit);
    }
    if (!run.isEmpty()) {
      runs.add(new CoreRun(run));
    }
    return runs;
  }

  /** {@code cores 0-15: PUs 0-31, L2 1 MiB each; ranks 0-15}. */
  String text() {
    Unit first = cores.getFirst();
    boolean several = cores.size() > 1;
    String each = several ? " each" : "";
    StringBuilder text = new StringBuilder();
    if (first.object().type() == HardwareType.CORE) {
      List<Integer> numbers = cores.stream().map(core -> core.object().logicalIndex()).toList();
      text.append(several ? "cores " : "core ").append(NumberRanges.of(numbers)).append(": ");
    }
    CpuSet cpus = union(cores.stream().map(core -> core.object().cpus()).toList());
    text.append(cpus.size() > 1 ? "PUs " : "PU ").append(cpus);
    int threads = first.object().cpus().size();
    text.append(several && threads > 1 ? " (" + threads + " each)" : "");
    if (!first.caches().isEmpty()) {
      text.append(", ").append(String.join(", ", first.caches())).append(each);
    }
    return text + forbidden() + ranks();
  }

  private String forbidden() {
    CpuSet forbidden = CpuSet.EMPTY;
    for (Unit core : cores) {
      int[] cpus = core.object().cpus().stream().toArray();
      for (int i = 0; i < cpus.length; i++) {
        if (!core.allowed().get(i)) {
          forbidden = forbidden.or(CpuSet.range(cpus[i], cpus[i]));
        }
      }
    }
    return forbidden.isEmpty() ? "" : " [may not use " + forbidden + "]";
  }

  /** The first rank of each core, then the second of each. */
  private String ranks() {
    int count = cores.getFirst().ranks().size();
    if (cores.size() == 1 && count > 1) {
      return "; ranks " + NumberRanges.of(cores.getFirst().ranks());
    }
    List<String> rounds =
        IntStream.range(0, count)
            .mapToObj(
                i -> NumberRanges.of(cores.stream().map(core -> core.ranks().get(i)).toList()))
            .toList();
    String plural = cores.size() * count == 1 ? "; rank " : "; ranks ";
    return rounds.isEmpty() ? "" : plural + String.join(" and ", rounds);
  }

  private static CpuSet union(List<CpuSet> sets) {
    return sets.stream().reduce(CpuSet.EMPTY, CpuSet::or);
  }
}
