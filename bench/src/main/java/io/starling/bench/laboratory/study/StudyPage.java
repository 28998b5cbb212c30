package io.starling.bench.laboratory.study;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Figure.Drawing;
import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.Page;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Plot;
import java.util.List;

/** Figures on a page that needs nothing but itself. */
final class StudyPage {

  private StudyPage() {}

  /**
   * The page.
   *
   * @param command what made it
   */
  static String of(List<Figure> figures, String command) {
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
}
