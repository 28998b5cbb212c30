package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.report.Json;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.List;

/** Figures for machines: a JSON object per point and line, then one per finding. */
final class StudyJson {

  private StudyJson() {}

  static String of(List<Figure> figures) {
    StringBuilder lines = new StringBuilder();
    for (Figure figure : figures) {
      for (Panel panel : figure.panels()) {
        for (Series series : panel.series()) {
          for (Point point : series.points()) {
            lines.append(point(figure, panel, series, point)).append('\n');
          }
        }
      }
      for (String finding : figure.findings()) {
        Json json = new Json().put("experiment", figure.name()).put("finding", finding);
        lines.append(json).append('\n');
      }
    }
    return lines.toString();
  }

  private static Json point(Figure figure, Panel panel, Series series, Point point) {
    Json json =
        new Json()
            .put("experiment", figure.name())
            .put("panel", panel.title())
            .put("implementation", series.name())
            .put(panel.x().label(), point.x())
            .put(panel.y().label(), point.y());
    if (point.error() > 0) {
      json.put("confidence", point.error());
    }
    return Double.isFinite(point.paper()) ? json.put("paper", point.paper()) : json;
  }
}
