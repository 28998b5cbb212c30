package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.Laboratory.Task;
import io.starling.bench.laboratory.study.objects.SmallObjectsRun.Outcome;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Up to a thousand hosts; the paper has 16. */
final class Growth {

  private static final double[] HOSTS = {16, 64, 256, 1000};
  private static final double[] FEW_HOSTS = {16, 64, 256};
  private static final long BYTES = 100L << 20;
  private static final int OBJECTS = 200;
  private static final int FEW_OBJECTS = 100;

  private Growth() {}

  static void run(Laboratory laboratory, boolean quick, Findings findings) {
    double[] hosts = quick ? FEW_HOSTS : HOSTS;
    broadcast(laboratory, hosts, findings);
    small(laboratory, hosts, quick ? FEW_OBJECTS : OBJECTS, findings);
  }

  private static void broadcast(Laboratory laboratory, double[] hosts, Findings findings) {
    Panel panel =
        findings.add(
            Curve.measure(
                laboratory,
                "Broadcast of 100 MiB to many hosts, times the optimum",
                Axis.NODES,
                Axis.OPTIMUM,
                List.of(curve("objects", hosts, false), curve("star", hosts, true))));
    Point last = panel.series().getFirst().points().getLast();
    findings.say(
        "Broadcast of 100 MiB to %.0f hosts: %.3g times the optimum; with a star %.0f times.",
        last.x(), last.y(), panel.series().getLast().points().getLast().y());
  }

  private static Curve curve(String name, double[] hosts, boolean star) {
    return new Curve(
        name,
        hosts,
        count ->
            CollectiveRun.seconds(Collective.BROADCAST, (int) count, BYTES, 0, star)
                / Optimum.of(Collective.BROADCAST, (int) count, BYTES));
  }

  private static void small(Laboratory laboratory, double[] hosts, int objects, Findings findings) {
    List<Outcome> outcomes =
        laboratory.all(
            DoubleStream.of(hosts)
                .mapToObj(
                    count ->
                        new Task<>(
                            "small objects on %.0f hosts".formatted(count),
                            () -> SmallObjectsRun.of((int) count, objects)))
                .toList());
    add(
        "messages",
        Axis.MESSAGES,
        findings,
        series("for a put", hosts, outcomes, Outcome::perPut),
        series("for a get", hosts, outcomes, Outcome::perGet));
    add(
        "time",
        Axis.TIME,
        findings,
        series("of a put", hosts, outcomes, Outcome::putSeconds),
        series("of a get", hosts, outcomes, Outcome::getSeconds));
    add(
        "messages a second into a shard",
        Axis.THROUGHPUT,
        findings,
        series("mean", hosts, outcomes, Outcome::mean),
        series("busiest", hosts, outcomes, Outcome::busiest));
    Outcome first = outcomes.getFirst();
    Outcome last = outcomes.getLast();
    findings.say(
        "Small objects, from %.0f to %.0f hosts: %.2f to %.2f messages for a get, %.2f to %.2f for"
            + " a put; %.0f to %.0f a second into a shard, into the busiest %.0f to %.0f.",
        hosts[0],
        hosts[hosts.length - 1],
        first.perGet(),
        last.perGet(),
        first.perPut(),
        last.perPut(),
        first.mean(),
        last.mean(),
        first.busiest(),
        last.busiest());
  }

  private static void add(String what, Axis y, Findings findings, Series... series) {
    findings.add(
        new Panel(
            "10,000 puts and gets of 1 KiB a second on each host: " + what,
            Axis.NODES,
            y,
            List.of(series)));
  }

  private static Series series(
      String name, double[] hosts, List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
    return new Series(
        name,
        IntStream.range(0, hosts.length)
            .mapToObj(i -> Point.of(hosts[i], value.applyAsDouble(outcomes.get(i))))
            .toList());
  }
}
