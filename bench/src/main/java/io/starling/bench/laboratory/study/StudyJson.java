package io.starling.bench.laboratory.study;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.starling.bench.laboratory.Figure;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Figures for machines: a JSON object per point and line, then one per finding. */
final class StudyJson {

  private StudyJson() {}

  static String of(List<Figure> figures) {
    StringWriter out = new StringWriter();
    for (Figure figure : figures) {
      for (Panel panel : figure.panels()) {
        for (Series series : panel.series()) {
          series.points().forEach(point -> point(figure, panel, series, point, out));
        }
      }
      figure.findings().forEach(finding -> line(out, json -> finding(figure, finding, json)));
    }
    return out.toString();
  }

  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  private static void line(StringWriter out, Content content) {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      content.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.append('\n');
  }

  private static void finding(Figure figure, String finding, JsonGenerator json)
      throws IOException {
    json.writeStringField("experiment", figure.name());
    json.writeStringField("finding", finding);
  }

  private static void point(
      Figure figure, Panel panel, Series series, Point point, StringWriter out) {
    line(
        out,
        json -> {
          json.writeStringField("experiment", figure.name());
          json.writeStringField("panel", panel.title());
          json.writeStringField("implementation", series.name());
          json.writeNumberField(panel.x().label(), point.x());
          json.writeNumberField(panel.y().label(), point.y());
          if (point.error() > 0) {
            json.writeNumberField("confidence", point.error());
          }
          if (Double.isFinite(point.paper())) {
            json.writeNumberField("paper", point.paper());
          }
        });
  }
}
