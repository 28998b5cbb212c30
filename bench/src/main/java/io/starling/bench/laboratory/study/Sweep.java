package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Times of several implementations over sizes, or over numbers of nodes, without noise. */
final class Sweep {

  private static final int ITERATIONS = 3;
  private static final double MANY_NODES = 32;

  private final Laboratory laboratory;
  private final Scope scope;
  private final Axis axis;
  private final int iterations;

  /** Algorithms by the names of their lines, beside the implementations. */
  private final Map<String, String> more;

  private Sweep(Laboratory laboratory, Scope scope, Axis axis) {
    this.laboratory = laboratory;
    this.scope = scope;
    this.axis = axis;
    iterations = axis == Axis.NODES ? scope.scaling().loop() : ITERATIONS;
    more = axis == Axis.NODES ? scope.scaling().lines() : Map.of();
  }

  static Figure topology(Laboratory laboratory, Scope scope) {
    Sweep sweep = new Sweep(laboratory, scope, Axis.SIZE);
    List<Panel> panels =
        sweep.panels(
            List.of(Implementation.values()),
            powers(64 << 10, scope.quick() ? 4 << 20 : 16 << 20, 4));
    return new Figure(
        Experiment.TOPOLOGY.label(),
        "Collectives that know the machine (figure 8)",
        panels,
        panels.stream().map(Sweep::againstWaitall).toList());
  }

  static Figure sizes(Laboratory laboratory, Scope scope) {
    Sweep sweep = new Sweep(laboratory, scope, Axis.SIZE);
    List<Panel> panels =
        sweep.panels(
            List.of(
                Implementation.ADAPT, Implementation.MULTILEVEL, Implementation.WAITALL_BINOMIAL),
            powers(1 << 10, scope.quick() ? 4 << 20 : 16 << 20, scope.quick() ? 16 : 4));
    return new Figure(
        Experiment.SIZES.label(),
        "End to end over message sizes (figure 9)",
        panels,
        panels.stream().map(Sweep::againstBinomial).toList());
  }

  static Figure scaling(Laboratory laboratory, Scope scope) {
    Sweep sweep = new Sweep(laboratory, scope, Axis.NODES);
    List<Panel> panels =
        sweep.panels(
            List.of(
                Implementation.ADAPT,
                Implementation.WAITALL,
                Implementation.WAITALL_BINOMIAL,
                Implementation.RELAY),
            nodes(scope));
    return new Figure(
        Experiment.SCALING.label(),
        "Strong scaling of a collective of %s (figure 10)"
            .formatted(Axis.SIZE.text((double) scope.scaling().bytes())),
        panels,
        panels.stream().map(Sweep::growth).toList());
  }

  private static double[] nodes(Scope scope) {
    if (!scope.scaling().nodes().isEmpty()) {
      return scope.scaling().nodes().stream().mapToDouble(Integer::doubleValue).toArray();
    }
    return scope.quick() ? new double[] {2, 4, 8} : new double[] {8, 16, 24, 32, 128, 512, 2048};
  }

  private static double[] powers(double first, double last, int step) {
    return DoubleStream.iterate(first, bytes -> bytes <= last, bytes -> bytes * step).toArray();
  }

  private List<Panel> panels(List<Implementation> lines, double[] values) {
    List<Simulation.Plan> plans = new ArrayList<>();
    for (SimulatedCluster machine : scope.machines()) {
      for (StudyCollective collective : StudyCollective.values()) {
        plans.add(
            new Simulation.Plan(
                title(machine, collective),
                axis,
                lines(machine, collective, lines),
                possible(machine, values)));
      }
    }
    return Simulation.panels(laboratory, plans);
  }

  /** A machine may be too small. */
  private double[] possible(SimulatedCluster machine, double... values) {
    if (axis != Axis.NODES) {
      return values;
    }
    double most = (double) machine.slots() / machine.ranksPerNode();
    double[] fitting = DoubleStream.of(values).filter(nodes -> nodes <= most).toArray();
    return fitting.length == 0 ? new double[] {most} : fitting;
  }

  private String title(SimulatedCluster machine, StudyCollective collective) {
    String what = "%s on %s".formatted(collective.label(), machine.name());
    return axis == Axis.NODES
        ? "%s, %d ranks a node".formatted(what, machine.ranksPerNode())
        : "%s, %d ranks".formatted(what, scope.ranks(machine));
  }

  private List<Simulation.Line> lines(
      SimulatedCluster machine, StudyCollective collective, List<Implementation> implementations) {
    List<Simulation.Line> lines = new ArrayList<>();
    for (Implementation each : implementations) {
      String algorithm = each.specification(collective, scope.segment());
      lines.add(line(machine, collective, each.label(), algorithm));
    }
    more.forEach(
        (name, algorithm) ->
            lines.add(line(machine, collective, name, collective.label() + "=" + algorithm)));
    return lines;
  }

  private Simulation.Line line(
      SimulatedCluster machine, StudyCollective collective, String name, String algorithm) {
    return new Simulation.Line(name, value -> trial(machine, collective, algorithm, value));
  }

  private SimulatedTrial trial(
      SimulatedCluster machine, StudyCollective collective, String algorithm, double value) {
    boolean isNodes = axis == Axis.NODES;
    return new SimulatedTrial(
        machine,
        isNodes ? (int) Math.round(value * machine.ranksPerNode()) : scope.ranks(machine),
        collective,
        algorithm,
        isNodes ? scope.scaling().bytes() : (long) value,
        Disturbance.NONE,
        0,
        0,
        isNodes && value > MANY_NODES ? 1 : iterations);
  }

  private static Series series(Panel panel, Implementation line) {
    return panel.series().stream()
        .filter(series -> series.name().equals(line.label()))
        .findFirst()
        .orElseThrow();
  }

  private static String againstWaitall(Panel panel) {
    double ratio =
        series(panel, Implementation.WAITALL).at(Scope.BYTES).y()
            / series(panel, Implementation.ADAPT).at(Scope.BYTES).y();
    return String.format(
        Locale.ROOT,
        "%s: at 4 MiB adapt is %.2f times as fast as waitall on the same tree (the paper: at least"
            + " 1.2).",
        panel.title(),
        ratio);
  }

  private static String againstBinomial(Panel panel) {
    double ratio =
        series(panel, Implementation.WAITALL_BINOMIAL).at(Scope.BYTES).y()
            / series(panel, Implementation.ADAPT).at(Scope.BYTES).y();
    return String.format(
        Locale.ROOT,
        "%s: at 4 MiB adapt is %.1f times as fast as waitall on a binomial tree (the paper against"
            + " Open MPI's default on Cori: 10 for broadcast, 5 for reduce).",
        panel.title(),
        ratio);
  }

  private static String growth(Panel panel) {
    List<Point> points = series(panel, Implementation.ADAPT).points();
    if (points.size() < 2) {
      return panel.title() + ": the machine is too small to tell how the time grows.";
    }
    Point first = points.getFirst();
    Point last = points.stream().filter(point -> point.x() <= 32).toList().getLast();
    Point end = points.getLast();
    return String.format(
        Locale.ROOT,
        "%s: adapt's time grows by %.0f %% from %.0f to %.0f nodes (goal: less than 10 %%)%s.",
        panel.title(),
        (last.y() / first.y() - 1) * 100,
        first.x(),
        last.x(),
        end == last
            ? ""
            : String.format(
                Locale.ROOT, ", and by %.0f %% to %.0f", (end.y() / first.y() - 1) * 100, end.x()));
  }
}
