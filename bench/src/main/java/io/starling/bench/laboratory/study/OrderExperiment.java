package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Figure.Drawing;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.laboratory.cluster.VirtualRoundTrips;
import io.starling.bench.laboratory.study.SpeedUpPicture.Bars;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.bench.report.RankCorrelation;
import io.starling.topology.locality.LatencyMatrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How much the order of hosts matters (Cloud Collectives, figures 1 and 4, table I): allreduce of
 * 100 MB, a rank on each host, in random orders and in those that the search finds best and worst.
 */
final class OrderExperiment {

  /** What the experiment is about; taken where the user names only the machines of ADAPT. */
  private static final String MACHINE = "cloud-racks";

  private static final List<String> OF_ADAPT = List.of("cori", "stampede2", "psg-gpu");
  private static final int LEAST_HOSTS = 16;
  private static final long BYTES = 100 << 20;
  private static final int DECILES = 10;

  private final Laboratory laboratory;
  private final Scope scope;
  private final SimulatedCluster machine;

  OrderExperiment(Laboratory laboratory, Scope scope) {
    this.laboratory = laboratory;
    this.scope = scope;
    machine =
        scope.machines().stream()
            .filter(named -> !OF_ADAPT.contains(named.name()) && named.nodes() >= LEAST_HOSTS)
            .findFirst()
            .orElseGet(() -> SimulatedCluster.named(MACHINE));
  }

  Figure run() {
    List<Panel> panels = new ArrayList<>();
    List<String> findings = new ArrayList<>();
    List<Bars> speedUps = new ArrayList<>();
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = arena.allocate(BYTES);
      int many = hosts();
      int few = Math.min(64, many);
      for (OrderedAlgorithm algorithm : OrderedAlgorithm.values()) {
        correlation(algorithm, few, memory, panels, findings);
      }
      for (OrderedAlgorithm algorithm : OrderedAlgorithm.values()) {
        speedUps.add(speedUp(algorithm, many, memory, panels, findings));
      }
      new RackLevels(laboratory, machine.network(shuffled(few)), memory).run(panels, findings);
      new ChangingTraffic(laboratory, machine, shuffled(few / 2)).run(panels, findings);
    }
    return new Figure(
        Experiment.ORDER.label(),
        "Allreduce of 100 MiB in different orders of hosts (Cloud Collectives)",
        panels,
        List.of(
            new Drawing(
                "Speed-up of the best order, %d hosts (Cloud Collectives, figure 4)"
                    .formatted(hosts()),
                svg -> SpeedUpPicture.draw(speedUps, svg))),
        findings);
  }

  private int hosts() {
    return Math.min(machine.nodes(), scope.quick() ? 64 : 512);
  }

  /** Hosts of all racks and pods alike, as far as there are hosts. */
  private int[] spread(int count) {
    int step = Math.max(1, Math.min(machine.nodes(), 512) / count);
    int run = 16;
    return IntStream.range(0, count).map(i -> i / run * run * step + i % run).toArray();
  }

  /** The same in an order that the seed draws. */
  private int[] shuffled(int count) {
    List<Integer> nodes = new ArrayList<>(IntStream.of(spread(count)).boxed().toList());
    Collections.shuffle(nodes, new Random(scope.firstSeed()));
    return nodes.stream().mapToInt(Integer::intValue).toArray();
  }

  private double[] seconds(
      OrderedAlgorithm algorithm, int[] nodes, List<int[]> orders, MemorySegment memory) {
    return laboratory
        .all(
            orders.stream()
                .map(
                    order ->
                        new Laboratory.Task<>(
                            "%s, %d hosts of %s"
                                .formatted(algorithm.label(), nodes.length, machine.name()),
                            () ->
                                new OrderTrial(
                                        machine.network(
                                            Arrays.stream(order)
                                                .map(host -> nodes[host])
                                                .toArray()),
                                        algorithm.specification(),
                                        memory)
                                    .seconds()))
                .toList())
        .stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private HostOrders orders(OrderedAlgorithm algorithm, int... nodes) {
    LatencyMatrix matrix = VirtualRoundTrips.of(machine.network(nodes));
    return new HostOrders(
        algorithm.pattern(nodes.length, (double) BYTES),
        matrix,
        scope.firstSeed(),
        Duration.ofSeconds(scope.quick() ? 0 : 5));
  }

  private void correlation(
      OrderedAlgorithm algorithm,
      int count,
      MemorySegment memory,
      List<Panel> panels,
      List<String> findings) {
    int[] nodes = spread(count);
    HostOrders orders = orders(algorithm, nodes);
    List<int[]> chosen = new ArrayList<>();
    for (int run = 0; run < scope.seeds(); run++) {
      chosen.addAll(orders.atDeciles(DECILES));
    }
    double[] predicted = chosen.stream().mapToDouble(orders::cost).toArray();
    double[] measured = seconds(algorithm, nodes, chosen, memory);
    double[] correlations =
        IntStream.range(0, scope.seeds())
            .map(run -> run * DECILES)
            .mapToDouble(
                from ->
                    RankCorrelation.spearman(
                        Arrays.copyOfRange(predicted, from, from + DECILES),
                        Arrays.copyOfRange(measured, from, from + DECILES)))
            .toArray();
    List<Point> points =
        IntStream.range(0, DECILES).mapToObj(i -> Point.of(predicted[i], measured[i])).toList();
    panels.add(
        new Panel(
            "%s, %d hosts: ten orders by their costs".formatted(algorithm.label(), count),
            Axis.COST,
            Axis.TIME,
            List.of(new Series("measured", points))));
    findings.add(correlation(algorithm, count, correlations));
  }

  private static String correlation(OrderedAlgorithm algorithm, int count, double... correlations) {
    double mean = Arrays.stream(correlations).average().orElseThrow();
    return Double.isNaN(mean)
        ? "%s, %d hosts: ten orders cost the same or take equally long: there is no correlation."
            .formatted(algorithm.label(), count)
        : String.format(
            Locale.ROOT,
            "%s, %d hosts: Spearman's correlation of predicted and measured times of ten orders is"
                + " %.3f, the mean of %d draws from %.3f to %.3f%s.",
            algorithm.label(),
            count,
            mean,
            correlations.length,
            Arrays.stream(correlations).min().orElseThrow(),
            Arrays.stream(correlations).max().orElseThrow(),
            algorithm == OrderedAlgorithm.RING ? " (the paper measured 0.58 to 0.94)" : "");
  }

  private Bars speedUp(
      OrderedAlgorithm algorithm,
      int count,
      MemorySegment memory,
      List<Panel> panels,
      List<String> findings) {
    int[] nodes = spread(count);
    HostOrders orders = orders(algorithm, nodes);
    boolean isRing = algorithm == OrderedAlgorithm.RING;
    int random = isRing ? (scope.quick() ? 100 : 500) : (scope.quick() ? 11 : 21);
    List<int[]> chosen =
        Stream.concat(
                Stream.of(orders.best(), orders.worst()),
                Stream.generate(orders::random).limit(random))
            .toList();
    double[] seconds = seconds(algorithm, nodes, chosen, memory);
    double[] sorted = Arrays.stream(seconds, 2, seconds.length).sorted().toArray();
    double median = sorted[sorted.length / 2];
    if (isRing) {
      panels.add(distribution(count, seconds[0], seconds[1], sorted));
      findings.add(distribution(sorted, seconds[0], seconds[1]));
    }
    findings.add(
        String.format(
            Locale.ROOT,
            "%s, %d hosts: the best order takes %.0f ms, %.2f times as fast as the worst (the"
                + " paper: %s) and %.2f times as fast as the median of %d random ones.",
            algorithm.label(),
            count,
            1e3 * seconds[0],
            seconds[1] / seconds[0],
            algorithm.paper(),
            median / seconds[0],
            random));
    return new Bars(algorithm.label(), seconds[1] / seconds[0], median / seconds[0]);
  }

  private static Panel distribution(int hosts, double best, double worst, double[] sorted) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < sorted.length; i++) {
      points.add(Point.of(sorted[i], 100.0 * (i + 1) / sorted.length));
    }
    return new Panel(
        "ring, %d hosts: how many random orders take so long".formatted(hosts),
        Axis.TIME,
        Axis.SHARE,
        List.of(
            new Series("random orders", points),
            new Series("best order", List.of(Point.of(best, 0), Point.of(best, 100))),
            new Series("worst order", List.of(Point.of(worst, 0), Point.of(worst, 100)))));
  }

  private static String distribution(double[] sorted, double best, double worst) {
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double variance =
        Arrays.stream(sorted).map(time -> (time - mean) * (time - mean)).sum()
            / (sorted.length - 1);
    return String.format(
        Locale.ROOT,
        "ring: %d random orders take %.0f to %.0f ms, mean %.0f, standard deviation %.0f; the best"
            + " found %.0f, the worst %.0f (the paper: 330 to 3400 ms, mean 1012, standard"
            + " deviation 418).",
        sorted.length,
        1e3 * sorted[0],
        1e3 * sorted[sorted.length - 1],
        1e3 * mean,
        1e3 * Math.sqrt(variance),
        1e3 * best,
        1e3 * worst);
  }
}
