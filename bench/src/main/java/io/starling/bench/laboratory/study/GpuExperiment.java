package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Messages in the memory of GPUs (ADAPT, section 5.2.2 and figure 11): over their sizes on as many
 * nodes as the paper had, and with one size over nodes.
 */
final class GpuExperiment {

  /** What the experiment is about; taken where the user's machines have no GPUs. */
  private static final String MACHINE = "psg-gpu";

  private static final int NODES = 8;
  private static final int QUICK_NODES = 2;
  private static final int ITERATIONS = 3;
  private static final double MIB = 1 << 20;

  /** A plot. */
  private record Plot(
      SimulatedCluster machine, StudyCollective collective, Axis axis, double[] values) {}

  private final Laboratory laboratory;
  private final Scope scope;
  private final int nodes;

  /** The size of the messages over nodes. */
  private final double bytes;

  GpuExperiment(Laboratory laboratory, Scope scope) {
    this.laboratory = laboratory;
    this.scope = scope;
    nodes = scope.quick() ? QUICK_NODES : NODES;
    bytes = (scope.quick() ? 4 : 32) * MIB;
  }

  Figure run() {
    List<Plot> plots = new ArrayList<>();
    for (SimulatedCluster machine : machines()) {
      for (StudyCollective collective : StudyCollective.values()) {
        plots.add(new Plot(machine, collective, Axis.SIZE, sizes()));
        plots.add(new Plot(machine, collective, Axis.NODES, nodes(machine)));
      }
    }
    List<Panel> panels = Simulation.panels(laboratory, plots.stream().map(this::plan).toList());
    List<String> findings = new ArrayList<>();
    for (int i = 0; i < plots.size(); i++) {
      findings.add(
          plots.get(i).axis() == Axis.SIZE
              ? againstPeers(plots.get(i).collective(), panels.get(i))
              : growth(panels.get(i)));
    }
    return new Figure(
        Experiment.GPU.label(), "Messages in GPU memory (figure 11)", panels, findings);
  }

  private List<SimulatedCluster> machines() {
    List<SimulatedCluster> chosen =
        scope.machines().stream().filter(SimulatedCluster::hasGpus).toList();
    return chosen.isEmpty() ? List.of(SimulatedCluster.named(MACHINE)) : chosen;
  }

  private double[] sizes() {
    double most = (scope.quick() ? 4 : 64) * MIB;
    return DoubleStream.iterate(MIB, size -> size <= most, size -> 2 * size).toArray();
  }

  private double[] nodes(SimulatedCluster machine) {
    return IntStream.rangeClosed(1, nodesOf(machine)).asDoubleStream().toArray();
  }

  private int nodesOf(SimulatedCluster machine) {
    return Math.min(nodes, machine.slots() / machine.ranksPerNode());
  }

  private String title(Plot plot) {
    int perNode = plot.machine().ranksPerNode();
    String what = "%s on %s".formatted(plot.collective().label(), plot.machine().name());
    return plot.axis() == Axis.SIZE
        ? "%s, %d GPUs".formatted(what, perNode * nodesOf(plot.machine()))
        : "%s, %s, %d GPUs a node".formatted(what, Axis.SIZE.text(bytes), perNode);
  }

  private Simulation.Plan plan(Plot plot) {
    List<Simulation.Line> lines =
        GpuVariant.of(plot.collective()).stream()
            .map(variant -> new Simulation.Line(variant.label(), at -> trial(plot, variant, at)))
            .toList();
    return new Simulation.Plan(title(plot), plot.axis(), lines, plot.values());
  }

  private SimulatedTrial trial(Plot plot, GpuVariant variant, double value) {
    boolean isNodes = plot.axis() == Axis.NODES;
    int onNodes = isNodes ? (int) value : nodesOf(plot.machine());
    return new SimulatedTrial(
        plot.machine(),
        onNodes * plot.machine().ranksPerNode(),
        plot.collective(),
        variant.specification(plot.collective(), scope.gpuSegment()),
        (long) (isNodes ? bytes : value),
        Optional.of(variant.use()),
        Disturbance.NONE,
        0,
        0,
        ITERATIONS);
  }

  private static List<Point> points(Panel panel, GpuVariant variant) {
    return panel.series().stream()
        .filter(series -> series.name().equals(variant.label()))
        .findFirst()
        .orElseThrow()
        .points();
  }

  private static String againstPeers(StudyCollective collective, Panel panel) {
    return "%s: for %s others take as many times as long as adapt: %s (the paper: MVAPICH2 and Open MPI's default %s). In between: %s."
        .formatted(
            panel.title(),
            panel.x().text(points(panel, GpuVariant.ADAPT).getLast().x()),
            ratios(panel, GpuVariant.PEERS),
            collective == StudyCollective.REDUCE ? "almost 10" : "2 to 3",
            ratios(
                panel,
                List.of(
                    GpuVariant.NO_PEERS,
                    GpuVariant.lacking(collective),
                    GpuVariant.WAITALL_ALIKE)));
  }

  /** How much longer than adapt others take for the longest message, or on the most nodes. */
  private static String ratios(Panel panel, List<GpuVariant> variants) {
    double adapt = points(panel, GpuVariant.ADAPT).getLast().y();
    return variants.stream()
        .map(
            variant ->
                String.format(
                    Locale.ROOT,
                    "%s %.1f",
                    variant.label(),
                    points(panel, variant).getLast().y() / adapt))
        .collect(Collectors.joining("; "));
  }

  private static String growth(Panel panel) {
    List<Point> points = points(panel, GpuVariant.ADAPT);
    Point first = points.getFirst();
    Point last = points.getLast();
    return String.format(
        Locale.ROOT,
        "%s: adapt's time on %.0f nodes is %.2f times that on one, and %.2f times that on two (the"
            + " paper: almost ideal, that is 1).",
        panel.title(),
        last.x(),
        last.y() / first.y(),
        last.y() / points.get(Math.min(1, points.size() - 1)).y());
  }
}
