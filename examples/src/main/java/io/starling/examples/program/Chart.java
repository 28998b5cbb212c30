package io.starling.examples.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A curve, for a terminal or as a picture.
 *
 * @param title what it shows
 * @param horizontal what is counted from left to right
 * @param values from left to right, none negative
 * @param marks what happened, by index of the value
 */
public record Chart(
    String title, String horizontal, List<Double> values, Map<Integer, String> marks) {

  private static final int COLUMNS = 64;
  private static final int ROWS = 8;
  private static final String BLOCKS = " \u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
  private static final int EIGHTHS = 8;

  private static final int WIDTH = 760;
  private static final int HEIGHT = 320;
  private static final int LEFT = 60;
  private static final int RIGHT = 20;
  private static final int TOP = 46;
  private static final int BOTTOM = 46;
  private static final int LINES = 4;

  /** Copies what it gets. */
  public Chart {
    values = List.copyOf(values);
    marks = Map.copyOf(marks);
  }

  private double most() {
    return values.stream().mapToDouble(value -> value).max().orElse(1);
  }

  /** Some lines of block characters; a column is the mean of its values. */
  public String text() {
    int columns = Math.min(COLUMNS, values.size());
    StringBuilder text = new StringBuilder(title).append('\n');
    for (int row = ROWS - 1; row >= 0; row--) {
      String label =
          row == ROWS - 1
              ? "%8.3f".formatted(most())
              : row == 0 ? "%8d".formatted(0) : " ".repeat(8);
      text.append(label).append(" |");
      for (int column = 0; column < columns; column++) {
        double height = mean(column, columns) / most() * ROWS * EIGHTHS - row * EIGHTHS;
        text.append(BLOCKS.charAt((int) Math.clamp(Math.ceil(height), 0, EIGHTHS)));
      }
      text.append('\n');
    }
    return text.append(" ".repeat(10))
        .append("1 to %d: %s%n".formatted(values.size(), horizontal))
        .toString();
  }

  private double mean(int column, int columns) {
    int begin = (int) ((long) column * values.size() / columns);
    int end = (int) ((long) (column + 1) * values.size() / columns);
    return values.subList(begin, end).stream().mapToDouble(value -> value).average().orElse(0);
  }

  /** A picture that stands for itself. */
  public String svg() {
    List<String> lines = new ArrayList<>();
    lines.add(
        element(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"Helvetica,Arial,sans-serif\" font-size=\"13\" role=\"img\""
                + " aria-label=\"%s\">",
            WIDTH, HEIGHT, escaped(title)));
    lines.add(element("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT));
    lines.add(label(LEFT, TOP - 22, "start", "#222222", title));
    for (int line = 0; line <= LINES; line++) {
      double value = most() * line / LINES;
      lines.add(
          element(
              "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
              LEFT, y(value), WIDTH - RIGHT, y(value)));
      lines.add(label(LEFT - 8, y(value) + 4, "end", "#555555", number(value)));
      int index = (values.size() - 1) * line / LINES;
      lines.add(label(x(index), HEIGHT - BOTTOM + 18, "middle", "#555555", "" + (index + 1)));
    }
    lines.add(label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "#555555", horizontal));
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      points.append(element("%.1f,%.1f ", x(i), y(values.get(i))));
    }
    lines.add(
        element(
            "<polyline points=\"%s\" fill=\"none\" stroke=\"#4477aa\" stroke-width=\"1.6\"/>",
            points.toString().strip()));
    marks.forEach((index, what) -> lines.addAll(mark(index, what)));
    lines.add("</svg>\n");
    return String.join("\n", lines);
  }

  private List<String> mark(int index, String what) {
    boolean left = index < values.size() / 2;
    return List.of(
        element(
            "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#cc3311\""
                + " stroke-dasharray=\"4 3\"/>",
            x(index), TOP, x(index), HEIGHT - BOTTOM),
        label(x(index) + (left ? 6 : -6), TOP + 12, left ? "start" : "end", "#cc3311", what));
  }

  private double x(int index) {
    return LEFT + (double) (WIDTH - LEFT - RIGHT) * index / Math.max(1, values.size() - 1);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most();
  }

  private String number(double value) {
    return element(most() < 10 ? "%.2f" : "%.0f", value);
  }

  private static String label(double x, double y, String anchor, String color, String text) {
    return element(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
        x, y, anchor, color, escaped(text));
  }

  private static String element(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
