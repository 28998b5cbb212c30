package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Training in which every iteration needs the gradients of all workers (Hoplite, figure 13). */
final class Synchronous {

  private static final int HOSTS = 16;

  private Synchronous() {}

  static void run(Laboratory laboratory, boolean quick, Findings findings) {
    Stream<Model> models = quick ? Stream.of(Model.ALEXNET) : Stream.of(Model.values());
    double[] sizes = models.mapToDouble(Model::bytes).toArray();
    List<Curve> curves = new ArrayList<>();
    for (Gets gets : Gets.values()) {
      curves.add(
          new Curve(
              gets.label(), sizes, bytes -> TrainingRun.answersPerSecond(workload(bytes), gets)));
    }
    curves.add(new Curve("a ring's bound", sizes, Synchronous::ring));
    Panel panel =
        findings.add(
            Curve.measure(
                laboratory,
                "Synchronous training on 16 nodes, gradients a second (figure 13)",
                Axis.SIZE,
                Axis.THROUGHPUT,
                curves));
    Series slower =
        Curve.quotient(
            "objects over the bound",
            panel.series().getFirst(),
            panel.series().getLast(),
            _ -> Double.NaN);
    findings.say(
        "Synchronous training, %s: %s slower than the bound of a ring, which moves 15/16 of a"
            + " model twice (the paper: 12 to 24 %% slower than with Gloo's ring).",
        Findings.list(sizes, Axis.SIZE::text),
        Findings.list(Curve.values(slower).toArray(), part -> Axis.SHARE.text(100 * (1 - part))));
  }

  private static Workload workload(double bytes) {
    return Workload.synchronous(HOSTS, (long) bytes, Model.of(bytes).computing());
  }

  /** Gradients a second, if nothing takes time but one computation and the links. */
  private static double ring(double bytes) {
    double seconds =
        Model.of(bytes).computing() + 2.0 * (HOSTS - 1) / HOSTS * Optimum.transfer(bytes);
    return (HOSTS - 1) / seconds;
  }
}
