package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedPort;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * All pairs shortest paths by Floyd and Warshall (ADAPT, section 5.3 and table 1): the owner of a
 * row broadcasts it, then all compute. How long that takes the paper does not say, so computing is
 * as long as makes adapt's share of communication the paper's; the other shares are predictions.
 */
final class ShortestPaths {

  private static final long ROW = 1 << 20;

  /** Of table 1: communication and the whole with ADAPT, in seconds. */
  private static final double PAPER_COMMUNICATION = 1.99;

  private static final double PAPER_TOTAL = 5.21;

  private static final int ATTEMPTS = 5;

  private final Laboratory laboratory;
  private final Scope scope;
  private final int rows;

  ShortestPaths(Laboratory laboratory, Scope scope) {
    this.laboratory = laboratory;
    this.scope = scope;
    rows = scope.quick() ? 8 : 32;
  }

  Figure run() {
    List<Panel> panels = new ArrayList<>();
    List<String> findings = new ArrayList<>();
    for (SimulatedCluster machine : scope.machines()) {
      Panel panel = panel(machine);
      panels.add(panel);
      findings.add(finding(panel));
    }
    return new Figure(
        Experiment.ASP.label(),
        "All pairs shortest paths, rows of 1 MiB (table 1)",
        panels,
        findings);
  }

  private Panel panel(SimulatedCluster machine) {
    int ranks = scope.ranks(machine);
    long computing = computing(machine);
    List<Implementation> lines = List.of(Implementation.values());
    List<Communication> found =
        laboratory.all(
            lines.stream()
                .map(
                    line ->
                        new Task<>("asp, " + line.label(), () -> share(machine, line, computing)))
                .toList());
    List<Series> series = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      double paper =
          switch (lines.get(i)) {
            case ADAPT -> 38;
            case WAITALL_BINOMIAL -> 81;
            case WAITALL, BLOCKING, MULTILEVEL, RELAY -> Double.NaN;
          };
      series.add(
          new Series(
              lines.get(i).label(),
              List.of(new Point(ranks, found.get(i).share() * 100, 0, paper))));
    }
    return new Panel(
        "communication's share of the time on " + machine.name(), Axis.RANKS, Axis.SHARE, series);
  }

  /** As long as gives adapt the paper's share: found by trying, since both depend on each other. */
  private long computing(SimulatedCluster machine) {
    double ratio = (PAPER_TOTAL - PAPER_COMMUNICATION) / PAPER_COMMUNICATION;
    long computing = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long tried = computing;
      double seconds =
          laboratory
              .all(
                  List.of(
                      new Task<>(
                          "asp, how long to compute",
                          () -> share(machine, Implementation.ADAPT, tried).seconds())))
              .getFirst();
      computing = VirtualTime.ofSeconds(seconds * ratio);
    }
    return computing;
  }

  /** How long a row's communication took on average, and its share of all. */
  private record Communication(double seconds, double share) {}

  private Communication share(SimulatedCluster machine, Implementation line, long computing) {
    int ranks = scope.ranks(machine);
    SimulatedCluster.Job job = machine.place(ranks);
    SimulatedFabric fabric = new SimulatedFabric(job.network(), Noise.NONE, false);
    long[] communicating = new long[ranks];
    try (Arena arena = Arena.ofShared()) {
      Buffer row = Buffer.of(arena.allocate(ROW), Datatype.FLOAT32);
      String algorithm = line.specification(StudyCollective.BROADCAST, scope.segment());
      Worlds.simulated(
          fabric,
          job.layouts(),
          world -> {
            Communicator chosen = world.withAlgorithm(algorithm);
            SimulatedPort port = fabric.port(world.rank());
            for (int number = 0; number < rows; number++) {
              long began = port.clock();
              chosen.broadcast(row, (int) ((long) number * ranks / rows));
              communicating[world.rank()] += port.clock() - began;
              port.compute(computing);
            }
          });
    }
    double mean = LongStream.of(communicating).average().orElseThrow() / VirtualTime.PER_SECOND;
    double computed = VirtualTime.seconds(computing) * rows;
    return new Communication(mean / rows, mean / (mean + computed));
  }

  private static String finding(Panel panel) {
    double binomial =
        panel.series().stream()
            .filter(series -> series.name().equals(Implementation.WAITALL_BINOMIAL.label()))
            .findFirst()
            .orElseThrow()
            .points()
            .getFirst()
            .y();
    return String.format(
        Locale.ROOT,
        "%s: %.0f %% for waitall on a binomial tree (the paper: 81 %% for Open MPI's default) where"
            + " adapt has 38 %%.",
        panel.title(),
        binomial);
  }
}
