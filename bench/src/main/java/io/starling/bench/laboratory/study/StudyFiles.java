package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Figure.Drawing;
import io.starling.bench.report.Json;
import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.Page;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import io.starling.bench.report.Plot;
import io.starling.bench.report.StandalonePicture;
import io.starling.bench.report.WholeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Figures as files: for machines, as a page, and as pictures. */
final class StudyFiles {

  private StudyFiles() {}

  /** A JSON object per point and line, then one per finding. */
  static String json(List<Figure> figures) {
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

  /**
   * A page that needs nothing but itself.
   *
   * @param command what made it
   */
  static String page(List<Figure> figures, String command) {
    MarkupWriter html = Page.open("Experiments in virtual time");
    html.open("header");
    html.text("h1", "Experiments in virtual time");
    html.text(
        "p",
        "Starling's production algorithms on simulated machines. Hollow circles are the papers'"
            + " figures; bars are 95 % confidence intervals. Made by: "
            + command,
        "class",
        "summary");
    html.close();
    for (Figure figure : figures) {
      html.open("section");
      html.text("h2", figure.title());
      html.open("ul");
      figure.findings().forEach(finding -> html.text("li", finding));
      html.close();
      html.close();
      html.open("main");
      for (Panel panel : figure.panels()) {
        html.open("figure");
        html.text("figcaption", panel.title());
        Plot.draw(panel, Implementation::mark, html);
        html.close();
      }
      for (Drawing drawing : figure.drawings()) {
        html.open("figure");
        html.text("figcaption", drawing.title());
        drawing.picture().accept(html);
        html.close();
      }
      html.close();
    }
    return Page.close(html);
  }

  /**
   * Writes each plot and drawing into a file of its own, such as {@code noise-1.svg}; returns how
   * many.
   */
  static int images(Path folder, List<Figure> figures) {
    int count = 0;
    for (Figure figure : figures) {
      int number = 0;
      for (Consumer<MarkupWriter> picture : pictures(figure)) {
        MarkupWriter svg = new MarkupWriter();
        picture.accept(svg);
        Path file = folder.resolve("%s-%d.svg".formatted(figure.name(), ++number));
        WholeFile.write(file, StandalonePicture.of(svg.toString()));
        count++;
      }
    }
    return count;
  }

  private static List<Consumer<MarkupWriter>> pictures(Figure figure) {
    Stream<Consumer<MarkupWriter>> plots =
        figure.panels().stream().map(panel -> svg -> Plot.draw(panel, Implementation::mark, svg));
    return new ArrayList<>(
        Stream.concat(plots, figure.drawings().stream().map(Figure.Drawing::picture)).toList());
  }
}
