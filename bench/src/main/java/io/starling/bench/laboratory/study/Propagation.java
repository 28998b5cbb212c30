package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Figure.Drawing;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.collectives.SpmdProgram;
import io.starling.collectives.job.Worlds;
import io.starling.collectives.selection.CommunicationTree;
import io.starling.collectives.selection.CommunicationTree.Edge;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.trace.SimulatedTrace;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which ranks end later when one of them is away for a while in a broadcast (ADAPT, section 2.1 and
 * figure 2): only those below it should.
 */
record Propagation(Laboratory laboratory, Scope scope) {
  /** A rank is reached where it is late by more than this part of the delay. */
  private static final double REACHED = 0.1;

  private static final long DELAY = VirtualTime.PER_SECOND / 100;
  private static final int NODES = 4;

  Figure run() {
    List<Panel> panels = new ArrayList<>();
    List<Drawing> drawings = new ArrayList<>();
    List<String> findings = new ArrayList<>();
    for (SimulatedCluster machine : scope.machines()) {
      int ranks = Math.min(machine.slots(), NODES * machine.ranksPerNode());
      int victim = ranks / 2;
      List<Implementation> lines = List.of(Implementation.values());
      List<double[]> late =
          laboratory.all(
              lines.stream()
                  .map(
                      line ->
                          new Task<>(
                              "propagation, " + line.label(),
                              () -> lateness(machine, ranks, victim, line)))
                  .toList());
      List<Series> series = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        series.add(series(lines.get(i), late.get(i)));
        findings.add(finding(machine, lines.get(i), victim, late.get(i)));
        if (Implementation.ON_ONE_TREE.contains(lines.get(i))) {
          drawings.add(drawing(machine, lines.get(i), victim, late.get(i)));
        }
      }
      panels.add(
          new Panel(
              "how late each rank of %s ends when rank %d is away for 10 ms"
                  .formatted(machine.name(), victim),
              Axis.RANK,
              Axis.LATENESS,
              series));
    }
    return new Figure(
        Experiment.PROPAGATION.label(),
        "Which ranks the delay of one rank reaches (figure 2)",
        panels,
        drawings,
        findings);
  }

  /** The tree that all implementations but one share. */
  private static Drawing drawing(
      SimulatedCluster machine, Implementation line, int victim, double... late) {
    List<Edge> edges =
        new CommunicationTree("").edges(machine.place(late.length).survey(), late.length, 0);
    boolean[] reached = new boolean[late.length];
    for (int rank = 0; rank < late.length; rank++) {
      reached[rank] = isReached(late[rank]);
    }
    return new Drawing(
        "%s on %s: reached by the delay of rank %d".formatted(line.label(), machine.name(), victim),
        svg -> ReachPicture.draw(edges, reached, victim, svg));
  }

  private static boolean isReached(double late) {
    return late > REACHED * VirtualTime.seconds(DELAY);
  }

  private static Series series(Implementation line, double... late) {
    List<Point> points = new ArrayList<>();
    for (int rank = 0; rank < late.length; rank++) {
      points.add(Point.of(rank, late[rank]));
    }
    return new Series(line.label(), points);
  }

  /** How much later each rank ends, in seconds. */
  private double[] lateness(SimulatedCluster machine, int ranks, int victim, Implementation line) {
    Noise delay = (rank, from, work) -> rank == victim && from < DELAY ? DELAY + work : from + work;
    Optional<Path> trace =
        scope
            .traces()
            .map(folder -> folder.resolve("%s-%s.json".formatted(machine.name(), line.label())));
    long[] quiet = ends(machine, ranks, line, Noise.NONE, Optional.empty());
    long[] delayed = ends(machine, ranks, line, delay, trace);
    double[] late = new double[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      late[rank] = VirtualTime.seconds(delayed[rank] - quiet[rank]);
    }
    return late;
  }

  private long[] ends(
      SimulatedCluster machine, int ranks, Implementation line, Noise noise, Optional<Path> file) {
    SimulatedCluster.Job job = machine.place(ranks);
    SimulatedFabric fabric = new SimulatedFabric(job.network(), noise, false);
    long[] ends = new long[ranks];
    try (Arena arena = Arena.ofShared()) {
      Buffer data = Buffer.of(arena.allocate(Scope.BYTES), Datatype.FLOAT32);
      String algorithm = line.specification(StudyCollective.BROADCAST, scope.segment());
      SpmdProgram program =
          world -> {
            world.withAlgorithm(algorithm).broadcast(data, 0);
            ends[world.rank()] = fabric.port(world.rank()).clock();
          };
      if (file.isEmpty()) {
        Worlds.simulated(fabric, job.layouts(), program);
      } else {
        SimulatedTrace trace = new SimulatedTrace(fabric);
        Worlds.simulated(fabric, job.layouts(), program, trace);
        write(trace, file.get());
      }
    }
    return ends;
  }

  private static void write(SimulatedTrace trace, Path file) {
    try {
      trace.writeTo(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the trace " + file, e);
    }
  }

  private static String finding(
      SimulatedCluster machine, Implementation line, int victim, double... late) {
    int reached = 0;
    int above = 0;
    for (int rank = 0; rank < late.length; rank++) {
      if (isReached(late[rank])) {
        reached++;
        above += rank < victim ? 1 : 0;
      }
    }
    return String.format(
        Locale.ROOT,
        "%s on %s: the delay of rank %d reaches %d of %d ranks, %d of them before it.",
        line.label(),
        machine.name(),
        victim,
        reached,
        late.length,
        above);
  }
}
