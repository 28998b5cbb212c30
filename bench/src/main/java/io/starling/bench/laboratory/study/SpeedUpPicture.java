package io.starling.bench.laboratory.study;

import io.starling.bench.report.Mark;
import io.starling.bench.report.MarkupWriter;
import java.util.List;
import java.util.Locale;

/**
 * How much faster the best order is than the worst and than the median, a pair of bars for each
 * algorithm (Cloud Collectives, figure 4).
 */
final class SpeedUpPicture {

  private static final double WIDTH = 460;
  private static final double LEFT = 120;
  private static final double BAR = 16;
  private static final double ROW = 48;
  private static final double TOP = 40;

  /**
   * The speed-ups of one algorithm.
   *
   * @param worst the time of the worst order over that of the best
   * @param median the same of the median of random orders
   */
  record Bars(String algorithm, double worst, double median) {}

  private SpeedUpPicture() {}

  static void draw(List<Bars> all, MarkupWriter svg) {
    double most =
        all.stream().mapToDouble(bars -> Math.max(bars.worst, bars.median)).max().orElse(1);
    double scale = (WIDTH - LEFT - 60) / most;
    double height = TOP + ROW * all.size() + 8;
    svg.picture("speed-up of the best order", WIDTH, height);
    key(svg, LEFT, Mark.of(0), "against the worst");
    key(svg, LEFT + 160, Mark.of(1), "against the median");
    double y = TOP;
    for (Bars bars : all) {
      svg.label(bars.algorithm, "tick end", LEFT - 8, y + BAR + 4);
      bar(svg, y, bars.worst, scale, Mark.of(0));
      bar(svg, y + BAR + 2, bars.median, scale, Mark.of(1));
      y += ROW;
    }
    double one = LEFT + scale;
    svg.line("axis", one, TOP - 6, one, height - 8);
    svg.close();
  }

  private static void key(MarkupWriter svg, double x, Mark mark, String text) {
    mark.draw(svg, x + 5, 14, text);
    svg.label(text, "key", x + 16, 18);
  }

  private static void bar(MarkupWriter svg, double y, double value, double scale, Mark mark) {
    svg.rectangle("class", "mark " + mark.kind(), LEFT, y, value * scale, BAR);
    String text = String.format(Locale.ROOT, "%.2f", value);
    svg.label(text, "tick", LEFT + value * scale + 6, y + BAR - 4);
  }
}
