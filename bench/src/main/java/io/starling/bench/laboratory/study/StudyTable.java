package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.Collections;
import java.util.List;

/** A figure for people in a terminal: a table for each panel, then what was found. */
final class StudyTable {

  private static final int COLUMN = 24;
  private static final int FIRST = 12;

  /** Longer tables tell people nothing. */
  private static final int MOST_ROWS = 24;

  private StudyTable() {}

  static String of(Figure figure) {
    StringBuilder text = new StringBuilder(figure.title()).append('\n');
    for (Panel panel : figure.panels()) {
      text.append('\n').append(panel.title()).append('\n');
      List<Double> rows =
          panel.series().stream()
              .flatMap(series -> series.points().stream())
              .map(Point::x)
              .distinct()
              .sorted()
              .toList();
      if (rows.size() <= MOST_ROWS) {
        rows(panel, rows, text);
      }
    }
    text.append('\n');
    figure.findings().forEach(finding -> text.append("- ").append(finding).append('\n'));
    return text.toString();
  }

  private static void rows(Panel panel, List<Double> rows, StringBuilder text) {
    text.append(pad(panel.x().label(), FIRST));
    panel.series().forEach(series -> text.append(pad(series.name(), COLUMN)));
    text.append('\n');
    for (double x : rows) {
      text.append(pad(panel.x().text(x), FIRST));
      for (Series series : panel.series()) {
        Point point = series.at(x);
        text.append(pad(point == null ? "" : panel.text(point), COLUMN));
      }
      text.append('\n');
    }
  }

  private static String pad(String text, int width) {
    return String.join("", Collections.nCopies(Math.max(1, width - text.length()), " ")) + text;
  }
}
