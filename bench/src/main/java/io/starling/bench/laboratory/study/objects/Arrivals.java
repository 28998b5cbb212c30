package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import java.util.List;

/** Programs that come one after the other (Hoplite, figure 8). */
final class Arrivals {

  private static final int HOSTS = 16;
  private static final long BYTES = 1L << 30;
  private static final double[] INTERVALS = {0, 0.1, 0.2, 0.3};
  private static final double[] FEW_INTERVALS = {0, 0.3};

  private Arrivals() {}

  static void run(Laboratory laboratory, boolean quick, Findings findings) {
    double[] intervals = quick ? FEW_INTERVALS : INTERVALS;
    double transfer = Optimum.transfer((double) BYTES);
    for (Collective collective :
        List.of(Collective.BROADCAST, Collective.REDUCE, Collective.ALLREDUCE)) {
      Panel panel =
          findings.add(
              Curve.measure(
                  laboratory,
                  "%s of 1 GiB on 16 hosts that come in turn (figure 8)"
                      .formatted(collective.title()),
                  Axis.INTERVAL,
                  Axis.DURATION,
                  List.of(
                      new Curve("last arrival", intervals, Arrivals::last),
                      new Curve(
                          "and one transfer", intervals, interval -> last(interval) + transfer),
                      curve("objects", intervals, collective, false),
                      curve("star", intervals, collective, true))));
      findings.say(
          "%s, %d hosts %s apart: it ends %s transfers after the last has come; with a star %s.",
          collective.title(),
          HOSTS,
          Findings.list(intervals, Axis.INTERVAL::text),
          Findings.list(intervals, interval -> afterLast(panel, 2, interval)),
          Findings.list(intervals, interval -> afterLast(panel, 3, interval)));
    }
    findings.say(
        "After the last arrival of an allreduce its host takes two objects, the sum of the others"
            + " and the result: two transfers.");
  }

  private static Curve curve(String name, double[] intervals, Collective collective, boolean star) {
    return new Curve(
        name,
        intervals,
        interval -> CollectiveRun.seconds(collective, HOSTS, BYTES, interval, star));
  }

  private static String afterLast(Panel panel, int series, double interval) {
    double end = panel.series().get(series).at(interval).y();
    return Axis.OPTIMUM.text((end - last(interval)) / Optimum.transfer((double) BYTES));
  }

  private static double last(double interval) {
    return (HOSTS - 1) * interval;
  }
}
