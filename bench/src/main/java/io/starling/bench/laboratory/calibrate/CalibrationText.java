package io.starling.bench.laboratory.calibrate;

import io.starling.bench.report.Units;
import java.util.List;
import java.util.Locale;

/** What was measured and predicted, as tables for people and as JSON lines for machines. */
final class CalibrationText {

  private CalibrationText() {}

  static String figures(List<CalibrationFigures> all) {
    CalibrationFigures any = all.getFirst();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "post and handle %s ns each, latency %s ns, messages of up to %s leave at once%n%n",
            number(any.post() * 1e3),
            number(any.latency() * 1e3),
            Units.bytes(any.eager())));
    String row = "%10s  %13s  %13s  %13s  %13s%n";
    text.append(
        row.formatted("message", "start [ns]", "move [GB/s]", "copy [GB/s]", "fold [GB/s]"));
    for (CalibrationFigures figures : all) {
      text.append(
          row.formatted(
              Units.bytes(figures.bytes()),
              number(figures.start() * 1e3),
              number(figures.bandwidth() / 1e3),
              number(figures.copy() / 1e3),
              number(figures.fold() / 1e3)));
    }
    return text.toString();
  }

  static String points(List<Point> points) {
    String row = "%-10s  %10s  %10s  %14s  %14s  %7s%n";
    StringBuilder text =
        new StringBuilder(
            row.formatted(
                "collective", "message", "segment", "measured [us]", "predicted [us]", "error"));
    for (Point point : points) {
      text.append(
          row.formatted(
              point.collective(),
              Units.bytes(point.bytes()),
              Units.bytes(point.segment()),
              number(point.measured()),
              number(point.predicted()),
              String.format(Locale.ROOT, "%+.0f %%", 100 * point.error())));
    }
    return text.append(
            String.format(
                Locale.ROOT,
                "%nOf %d predictions half are off by less than %.0f %% (goal: 25 %%); Spearman's"
                    + " coefficient of the order is %.3f (goal: 0.95).%n",
                points.size(),
                100 * Point.medianError(points),
                Point.order(points)))
        .toString();
  }

  private static String number(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }

  static String json(List<CalibrationFigures> all, List<Point> points) {
    StringBuilder text = new StringBuilder();
    for (CalibrationFigures figures : all) {
      text.append(
          String.format(
              Locale.ROOT,
              "{\"bytes\":%d,\"post_us\":%.4f,\"latency_us\":%.4f,\"eager_bytes\":%d,"
                  + "\"start_us\":%.4f,\"move_bytes_per_us\":%.1f,\"copy_bytes_per_us\":%.1f,"
                  + "\"fold_bytes_per_us\":%.1f}%n",
              figures.bytes(),
              figures.post(),
              figures.latency(),
              figures.eager(),
              figures.start(),
              figures.bandwidth(),
              figures.copy(),
              figures.fold()));
    }
    for (Point point : points) {
      text.append(
          String.format(
              Locale.ROOT,
              "{\"collective\":\"%s\",\"bytes\":%d,\"segment\":%d,\"measured_us\":%.3f,"
                  + "\"predicted_us\":%.3f}%n",
              point.collective(),
              point.bytes(),
              point.segment(),
              point.measured(),
              point.predicted()));
    }
    return text.toString();
  }
}
