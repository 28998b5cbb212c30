package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A loop of allreduces in a random order of hosts, on whose links others send for a third of the
 * time: with that order, and with {@code reordered()} (Cloud Collectives, section VI).
 */
final class ChangingTraffic {

  /** Hosts at these places of a binomial tree have many children. */
  private static final List<Integer> BUSY_FRACTIONS = List.of(2, 4);

  private static final int STREAMS = 8;
  private static final int ITERATIONS = 120;
  private static final int BYTES = 1 << 20;
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final Duration NEVER = Duration.ofSeconds(-1);

  private final Laboratory laboratory;
  private final SimulatedNetwork network;
  private final int ranks;

  /**
   * A loop.
   *
   * @param hosts those of the job in the given order, fewer than half of the machine's
   */
  ChangingTraffic(Laboratory laboratory, SimulatedCluster machine, int... hosts) {
    this.laboratory = laboratory;
    ranks = hosts.length;
    int[] others =
        IntStream.range(0, machine.nodes())
            .filter(node -> IntStream.of(hosts).noneMatch(host -> host == node))
            .toArray();
    network =
        machine.network(IntStream.concat(IntStream.of(hosts), streams(hosts, others)).toArray());
  }

  /** A host of the job and another one, both ways. */
  private static IntStream streams(int[] hosts, int... others) {
    return BUSY_FRACTIONS.stream()
        .map(fraction -> hosts[hosts.length / fraction])
        .flatMapToInt(
            busy ->
                IntStream.range(0, STREAMS)
                    .map(stream -> others[others.length - 1 - stream])
                    .flatMap(other -> IntStream.of(busy, other, other, busy)));
  }

  void run(List<Panel> panels, List<String> findings) {
    for (String algorithm : List.of("tree", "ring")) {
      List<double[]> seconds =
          laboratory.all(List.of(task(algorithm, NEVER), task(algorithm, EVERY)));
      panels.add(
          new Panel(
              "%s: others send from iteration %d to %d"
                  .formatted(algorithm, ITERATIONS / 3, 2 * ITERATIONS / 3),
              Axis.ITERATION,
              Axis.TIME,
              List.of(
                  series("given order", seconds.getFirst()),
                  series("reordered()", seconds.getLast()))));
      findings.add(finding(algorithm, seconds.getFirst(), seconds.getLast()));
    }
  }

  private Laboratory.Task<double[]> task(String algorithm, Duration every) {
    return new Laboratory.Task<>(
        "%s under changing traffic, %d hosts".formatted(algorithm, ranks),
        () ->
            new TrafficTrial(network, ranks, algorithm, BYTES, every)
                .seconds(ITERATIONS, ITERATIONS / 3, 2 * ITERATIONS / 3));
  }

  private static Series series(String name, double... seconds) {
    return new Series(
        name, IntStream.range(0, seconds.length).mapToObj(i -> Point.of(i, seconds[i])).toList());
  }

  private String finding(String algorithm, double[] given, double... reordered) {
    return String.format(
        Locale.ROOT,
        "%s, %d hosts in a random order: an iteration takes %.1f ms, and %.1f while others send;"
            + " with reordered() %.1f and %.1f. A search takes %.0f ms for %d hosts.",
        algorithm,
        ranks,
        1e3 * median(given, 0),
        1e3 * median(given, 1),
        1e3 * median(reordered, 2),
        1e3 * median(reordered, 1),
        1e3 * (Arrays.stream(reordered).max().orElseThrow() - median(given, 0)),
        ranks);
  }

  /** Of the iterations of a third of the loop. */
  private static double median(double[] seconds, int third) {
    int length = ITERATIONS / 3;
    double[] sorted =
        Arrays.stream(seconds, third * length, (third + 1) * length).sorted().toArray();
    return sorted[length / 2];
  }
}
