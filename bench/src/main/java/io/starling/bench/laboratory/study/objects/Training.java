package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Series;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** Asynchronous training (Hoplite, figures 9 and 10). */
record Training(Laboratory laboratory, boolean quick, Findings findings) {
  private static final int FEW = 8;
  private static final int MANY = 16;
  private static final double[] NODES = {FEW, MANY};
  private static final double[] COMPUTING = {0, 0.05, 0.1, 0.2, 0.3};
  private static final double[] LITTLE_COMPUTING = {0, 0.1};

  /** Six workers and the trainer, as in the paper. */
  private static final int FAILING = 7;

  private static final int ITERATIONS = 24;
  private static final Failure FAILURE = new Failure(9, 1_000_000_000);
  private static final long POLICY = 64 << 20;

  /** The paper does not say how large rollouts are. */
  private static final long ROLLOUT = 1 << 20;

  /** Seconds for a gradient, between 0.088 and 0.113, which follow as those of {@link Model} do. */
  private static final double GRADIENT = 0.1;

  /**
   * The trainer's seconds for a rollout, between 0.031 and 0.052, which follow from the paper's
   * ratios r for n nodes: n/2 S/B + n/2 learning = r (S/B + n/2 learning).
   */
  private static final double LEARNING = 0.04;

  void run() {
    if (!quick) {
      parameterServer(FEW);
    }
    parameterServer(MANY);
    overComputing();
    failure();
    compare(
        "Gradients of 64 MiB, as A3C (figure 10)",
        Axis.NODES,
        NODES,
        hosts -> Workload.gradients((int) hosts, POLICY, GRADIENT),
        hosts -> hosts == MANY ? 3.9 : 2.2);
    compare(
        "Samples for a policy of 64 MiB, as IMPALA (figure 10)",
        Axis.NODES,
        NODES,
        hosts -> new Workload((int) hosts, (int) hosts / 2, POLICY, ROLLOUT, false, 0, LEARNING),
        hosts -> hosts == MANY ? 1.8 : 1.9);
  }

  private void parameterServer(int hosts) {
    Stream<Model> models = quick ? Stream.of(Model.ALEXNET) : Stream.of(Model.values());
    compare(
        "Asynchronous SGD on %d nodes (figure 9)".formatted(hosts),
        Axis.SIZE,
        models.mapToDouble(Model::bytes).toArray(),
        bytes -> Workload.gradients(hosts, (long) bytes, Model.of(bytes).computing()),
        bytes -> hosts == MANY ? Model.of(bytes).ratio() : Double.NaN);
  }

  private void overComputing() {
    long bytes = Model.ALEXNET.bytes();
    compare(
        "Asynchronous SGD with 233 MiB on 16 nodes, over the time of a gradient",
        Axis.COMPUTATION,
        quick ? LITTLE_COMPUTING : COMPUTING,
        time -> Workload.gradients(MANY, bytes, time),
        _ -> Double.NaN);
  }

  private void failure() {
    Model model = Model.RESNET_50;
    List<Double> seconds =
        laboratory
            .all(
                List.of(
                    new Task<>(
                        "asynchronous SGD with a failure",
                        () ->
                            TrainingRun.iterations(
                                Workload.gradients(FAILING, model.bytes(), model.computing()),
                                ITERATIONS,
                                FAILURE))))
            .getFirst();
    findings.add(
        new Panel(
            "Asynchronous SGD with 97 MiB and 6 workers: one dies in iteration %d and comes back after 1 s (figure 12b)"
                .formatted(FAILURE.number()),
            Axis.ITERATION,
            Axis.DURATION,
            List.of(Curve.steps("objects", seconds))));
  }

  /** Two plots: how fast each kind of gets is, and how many times as fast objects are. */
  private void compare(
      String title,
      Axis x,
      double[] places,
      DoubleFunction<Workload> workload,
      DoubleUnaryOperator paper) {
    Panel throughput =
        findings.add(
            Curve.measure(
                laboratory,
                title + ": answers a second",
                x,
                Axis.THROUGHPUT,
                Stream.of(Gets.values())
                    .map(
                        gets ->
                            new Curve(
                                gets.label(),
                                places,
                                place -> TrainingRun.answersPerSecond(workload.apply(place), gets)))
                    .toList()));
    List<Series> all = throughput.series();
    Panel ratios =
        findings.add(
            new Panel(
                title + ": objects are so many times as fast",
                x,
                Axis.SPEED_UP,
                List.of(
                    Curve.quotient("as a star", all.get(0), all.get(1), _ -> Double.NaN),
                    Curve.quotient("as a star in turn", all.get(0), all.get(2), paper))));
    findings.say(
        "%s, %s %s: %s times as fast as a star, %s times as one that does not receive while it"
            + " sends%s.",
        title,
        x.label(),
        Findings.list(places, x::text),
        values(ratios.series().getFirst()),
        values(ratios.series().getLast()),
        Double.isNaN(paper.applyAsDouble(places[0]))
            ? ""
            : " (the paper: %s times as fast as Ray)"
                .formatted(Findings.list(places, place -> text(paper.applyAsDouble(place)))));
  }

  private static String values(Series series) {
    return Findings.list(Curve.values(series).toArray(), Training::text);
  }

  private static String text(double ratio) {
    return Axis.SPEED_UP.text(ratio);
  }
}
