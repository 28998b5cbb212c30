package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Serving of an ensemble of models (Hoplite, figures 11 and 12). */
final class Serving {

  private static final double[] NODES = {8, 16};
  private static final int QUERIES = 24;
  private static final int WARM = 4;

  /**
   * Seconds of a model for a batch of images, between 0.040 and 0.051, which follow from the
   * paper's ratios r on n nodes: (n - 1) S/B + computing = r (S/B + computing).
   */
  private static final double COMPUTING = 0.045;

  private static final Failure FAILURE = new Failure(7, 600_000_000);

  private Serving() {}

  static void run(Laboratory laboratory, Findings findings) {
    throughput(laboratory, findings);
    failure(laboratory, findings);
  }

  private static void throughput(Laboratory laboratory, Findings findings) {
    Panel panel =
        findings.add(
            Curve.measure(
                laboratory,
                "Serving of an ensemble, queries a second (figure 11)",
                Axis.NODES,
                Axis.THROUGHPUT,
                Stream.of(false, true)
                    .map(
                        star ->
                            new Curve(
                                star ? "star" : "objects",
                                NODES,
                                hosts -> 1 / median(latencies((int) hosts, star, null))))
                    .toList()));
    Series ratios =
        Curve.quotient(
            "as a star",
            panel.series().get(0),
            panel.series().get(1),
            hosts -> hosts == NODES[0] ? 2.2 : 3.3);
    findings.add(
        new Panel(
            "Serving: objects are so many times as fast (figure 11)",
            Axis.NODES,
            Axis.SPEED_UP,
            List.of(ratios)));
    findings.say(
        "Serving on 8 and 16 nodes: %.1f and %.1f times as fast as a star (the paper: 2.2 and 3.3"
            + " times as fast as Ray).",
        ratios.points().get(0).y(), ratios.points().get(1).y());
  }

  private static List<Double> latencies(int hosts, boolean star, Failure failure) {
    return ServingRun.latencies(
        hosts, failure == null ? 2 * WARM : QUERIES, COMPUTING, star, failure);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private static void failure(Laboratory laboratory, Findings findings) {
    int hosts = (int) NODES[0];
    List<List<Double>> all =
        laboratory.all(
            Stream.of(false, true)
                .map(
                    star ->
                        new Task<>(
                            "serving with a failure, star: " + star,
                            () -> latencies(hosts, star, FAILURE)))
                .toList());
    List<Series> series = new ArrayList<>();
    for (List<Double> latencies : all) {
      series.add(Curve.steps(series.isEmpty() ? "objects" : "star", latencies));
    }
    findings.add(
        new Panel(
            "Serving on 8 nodes: one dies in query %d and comes back after 0.6 s (figure 12a)"
                .formatted(FAILURE.number()),
            Axis.QUERY,
            Axis.DURATION,
            series));
    for (Series line : series) {
      findings.say(
          "Serving through a failure, %s: %s a query, %s in that of the death, %s with one host"
              + " less, %s after its return.",
          line.name(),
          time(line, WARM),
          time(line, FAILURE.number()),
          time(line, FAILURE.number() + 1),
          time(line, QUERIES));
    }
  }

  private static String time(Series series, int query) {
    return Axis.DURATION.text(series.at(query).y());
  }
}
