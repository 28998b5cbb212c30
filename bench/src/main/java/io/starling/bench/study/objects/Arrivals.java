package io.starling.bench.study.objects;

import io.starling.bench.study.laboratory.Axis;
import io.starling.bench.study.laboratory.Figure.Panel;
import io.starling.bench.study.laboratory.Laboratory;
import java.util.List;
import java.util.stream.IntStream;

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
                  "%s of 1 GiB, a host after the other (figure 8)".formatted(collective.label()),
                  Axis.INTERVAL,
                  Axis.DURATION,
                  List.of(
                      curve("objects", intervals, collective, false),
                      curve("star", intervals, collective, true),
                      new Curve("last arrival", intervals, Arrivals::last),
                      new Curve(
                          "and one transfer", intervals, interval -> last(interval) + transfer))));
      findings.say(
          "%s, %d hosts %s apart: it ends %s transfers after the last has come; with a star %s.",
          collective.label(),
          HOSTS,
          words(intervals, Axis.INTERVAL::text),
          words(intervals, interval -> afterLast(panel, 0, interval)),
          words(intervals, interval -> afterLast(panel, 1, interval)));
    }
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

  private static String words(double[] intervals, java.util.function.DoubleFunction<String> word) {
    return String.join(
        ", ",
        IntStream.range(0, intervals.length).mapToObj(i -> word.apply(intervals[i])).toList());
  }
}
