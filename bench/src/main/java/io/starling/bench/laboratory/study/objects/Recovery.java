package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.laboratory.study.objects.RecoveryRun.Outcome;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** What a death costs that happens in the middle of a broadcast or a reduce. */
final class Recovery {

  private static final int HOSTS = 16;
  private static final long BYTES = 1L << 30;
  private static final double[] SHARES = {10, 30, 50, 70, 90};
  private static final double[] FEW_SHARES = {50};

  private Recovery() {}

  static void run(Laboratory laboratory, boolean quick, Findings findings) {
    double[] shares = quick ? FEW_SHARES : SHARES;
    one("broadcast", "byte of another source", laboratory, shares, findings, Recovery::broadcast);
    one("reduce", "byte of the new sum", laboratory, shares, findings, Recovery::reduce);
  }

  /** A host dies when a link has carried this share of the object. */
  static Outcome broadcast(double share) {
    return RecoveryRun.broadcast(HOSTS, BYTES, death(share));
  }

  /** The same. */
  static Outcome reduce(double share) {
    return RecoveryRun.reduce(HOSTS, BYTES, death(share));
  }

  private static double death(double share) {
    return share / 100 * Optimum.transfer((double) BYTES);
  }

  private static void one(
      String what,
      String first,
      Laboratory laboratory,
      double[] shares,
      Findings findings,
      DoubleFunction<Outcome> run) {
    List<Task<Outcome>> tasks = new ArrayList<>();
    tasks.add(new Task<>(what + " without a death", () -> run.apply(Double.POSITIVE_INFINITY)));
    for (double share : shares) {
      tasks.add(
          new Task<>("%s, a death at %.0f %%".formatted(what, share), () -> run.apply(share)));
    }
    List<Outcome> outcomes = laboratory.all(tasks);
    List<Point> sources = new ArrayList<>();
    List<Point> delays = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      Outcome outcome = outcomes.get(i + 1);
      sources.add(Point.of(shares[i], outcome.source()));
      delays.add(Point.of(shares[i], outcome.end() - outcomes.getFirst().end()));
    }
    Panel panel =
        findings.add(
            new Panel(
                "A host dies in a %s of 1 GiB on %d hosts".formatted(what, HOSTS),
                Axis.SHARE,
                Axis.DURATION,
                List.of(
                    new Series("first " + first, sources), new Series("ends later by", delays))));
    int middle = shares.length / 2;
    findings.say(
        "A host dies in the middle of a %s: the first %s comes after %s, of which the death needs"
            + " up to 20 ms to be noticed (assumed; with TCP in the paper 740 ms), and all ends %s"
            + " later.",
        what,
        first,
        Axis.DURATION.text(panel.series().get(0).points().get(middle).y()),
        Axis.DURATION.text(panel.series().get(1).points().get(middle).y()));
  }
}
