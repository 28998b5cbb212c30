package io.starling.bench.laboratory.study.objects;

import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.report.Axis;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.bench.report.Units;
import java.util.ArrayList;
import java.util.List;

/** Collectives on 4 to 16 hosts (Hoplite, figures 7 and 14). */
final class Collectives {

  private static final double[] NODES = {4, 8, 12, 16};
  private static final double[] FEW_NODES = {4, 16};
  private static final List<Long> SIZES = List.of(1L << 20, 32L << 20, 1L << 30);
  private static final List<Long> FEW_SIZES = List.of(1L << 20, 1L << 30);
  private static final List<Long> SMALL_SIZES = List.of(1L << 10, 32L << 10);

  private final Laboratory laboratory;
  private final double[] nodes;
  private final List<Long> sizes;
  private final Findings findings;

  Collectives(Laboratory laboratory, boolean quick, Findings findings) {
    this.laboratory = laboratory;
    this.nodes = quick ? FEW_NODES : NODES;
    this.sizes = quick ? FEW_SIZES : SIZES;
    this.findings = findings;
  }

  void run() {
    for (Collective collective : Collective.values()) {
      large(collective);
    }
    SMALL_SIZES.forEach(this::small);
  }

  private void large(Collective collective) {
    // A gather is gets of all as it is.
    boolean hasStar = collective != Collective.GATHER;
    List<Curve> curves = new ArrayList<>();
    for (boolean star : hasStar ? new boolean[] {false, true} : new boolean[] {false}) {
      for (long bytes : sizes) {
        curves.add(
            new Curve(
                (star ? "star, " : "objects, ") + Units.bytes(bytes),
                nodes,
                count -> inTimesOfOptimum(collective, (int) count, bytes, star)));
      }
    }
    Panel panel =
        findings.add(
            Curve.measure(
                laboratory,
                "%s, times the optimum (figure 7)".formatted(collective.title()),
                Axis.NODES,
                Axis.OPTIMUM,
                curves));
    Point most = largest(panel.series().get(sizes.size() - 1));
    String against = "";
    if (hasStar) {
      Point star = largest(panel.series().getLast());
      against =
          "; with a star %.3g times, %.1f times ours".formatted(star.y(), star.y() / most.y());
    }
    findings.say(
        "%s of 1 GiB on %.0f hosts: %.3f times the optimum%s.",
        collective.title(), most.x(), most.y(), against);
  }

  private static Point largest(Series series) {
    return series.points().getLast();
  }

  private static double inTimesOfOptimum(
      Collective collective, int count, long bytes, boolean star) {
    return CollectiveRun.seconds(collective, count, bytes, 0, star)
        / Optimum.of(collective, count, (double) bytes);
  }

  private void small(long bytes) {
    List<Curve> curves = new ArrayList<>();
    for (Collective collective : Collective.values()) {
      curves.add(
          new Curve(
              collective.label(),
              nodes,
              count -> CollectiveRun.seconds(collective, (int) count, bytes, 0, false)));
    }
    findings.add(
        Curve.measure(
            laboratory,
            "Objects of %s, which the directory keeps (figure 14)".formatted(Units.bytes(bytes)),
            Axis.NODES,
            Axis.TIME,
            curves));
  }
}
