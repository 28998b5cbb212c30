package io.starling.bench.order;

import io.starling.bench.report.MarkupWriter;
import io.starling.bench.report.StandalonePicture;
import io.starling.topology.locality.Clusters;
import io.starling.topology.locality.LatencyMatrix;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The round-trip times between hosts as colours (Cloud Collectives, figure 2): in the given order,
 * and with the hosts of a cluster side by side. Where there are many hosts, a cell is the mean of
 * several.
 */
final class HeatMap {

  private static final double SIDE = 420;
  private static final double GAP = 70;
  private static final double LEFT = 70;
  private static final double TOP = 46;
  private static final int MOST_CELLS = 128;
  private static final int MOST_NAMES = 32;
  private static final int SHADES = 64;

  /** From dark to light, in steps that the eye takes for equal, also with colour blindness. */
  private static final int[] COLOURS = {0x440154, 0x3b528b, 0x21918c, 0x5ec962, 0xfde725};

  private final LatencyMatrix matrix;
  private final MarkupWriter svg = new MarkupWriter();
  private final double low;
  private final double high;

  private HeatMap(LatencyMatrix matrix) {
    this.matrix = matrix;
    double[] times =
        IntStream.range(0, matrix.size())
            .boxed()
            .flatMapToDouble(i -> IntStream.range(0, i).mapToDouble(j -> matrix.roundTrip(i, j)))
            .toArray();
    low = Arrays.stream(times).min().orElse(1);
    high = Math.max(Arrays.stream(times).max().orElse(1), low * 1.0001);
  }

  /** The picture, as a file of its own. */
  static String of(LatencyMatrix matrix) {
    return StandalonePicture.of(new HeatMap(matrix).draw());
  }

  /** The hosts, those of a cluster side by side, and in it those of a smaller cluster. */
  static int[] sorted(LatencyMatrix matrix) {
    List<Clusters> levels = Clusters.of(matrix).reversed();
    Comparator<Integer> order = Comparator.comparingInt(host -> 0);
    for (Clusters level : levels) {
      order = order.thenComparingInt(host -> level.clusterOf()[host]);
    }
    return IntStream.range(0, matrix.size())
        .boxed()
        .sorted(order)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private String draw() {
    double width = LEFT + 2 * SIDE + GAP + 24;
    double height = TOP + SIDE + 96;
    svg.picture("round-trip times between hosts", width, height);
    int[] given = IntStream.range(0, matrix.size()).toArray();
    map(LEFT, "in the given order", given);
    map(LEFT + SIDE + GAP, "by clusters", sorted(matrix));
    legend(LEFT, TOP + SIDE + 50);
    svg.close();
    return svg.toString();
  }

  private void map(double left, String title, int... order) {
    svg.label(title, "name", left, TOP - 18);
    int cells = Math.min(order.length, MOST_CELLS);
    double side = SIDE / cells;
    for (int row = 0; row < cells; row++) {
      for (int column = 0; column < cells; column++) {
        double time = mean(order, row, column, cells);
        if (time > 0) {
          svg.hover(
              "rect",
              String.format(
                  Locale.ROOT,
                  "%s to %s: %.1f us",
                  name(order, row, cells),
                  name(order, column, cells),
                  time),
              "fill",
              colour(time),
              "x",
              left + column * side,
              "y",
              TOP + row * side,
              "width",
              side + 0.2,
              "height",
              side + 0.2);
        }
      }
    }
    if (order.length <= MOST_NAMES) {
      names(left, side, order);
    }
  }

  private void names(double left, double side, int... order) {
    for (int row = 0; row < order.length; row++) {
      svg.label(
          shortened(matrix.hosts().get(order[row])),
          "tick end",
          left - 5,
          TOP + (row + 0.5) * side + 4);
    }
  }

  private static String shortened(String name) {
    int most = 9;
    return name.length() <= most ? name : name.substring(0, most - 1) + "…";
  }

  private String name(int[] order, int cell, int cells) {
    return matrix.hosts().get(order[(int) ((long) cell * order.length / cells)]);
  }

  /** The mean of the pairs in a cell; 0 if it has none. */
  private double mean(int[] order, int row, int column, int cells) {
    double sum = 0;
    int count = 0;
    for (int i = from(row, order.length, cells); i < from(row + 1, order.length, cells); i++) {
      for (int j = from(column, order.length, cells);
          j < from(column + 1, order.length, cells);
          j++) {
        if (i != j) {
          sum += matrix.roundTrip(order[i], order[j]);
          count++;
        }
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  private static int from(int cell, int hosts, int cells) {
    return (int) ((long) cell * hosts / cells);
  }

  /** By the logarithm: a rack and a zone differ by factors. */
  private String colour(double time) {
    double part = Math.clamp(Math.log(time / low) / Math.log(high / low), 0, 1);
    double shade = Math.round(part * SHADES) / (double) SHADES * (COLOURS.length - 1);
    int below = Math.min((int) shade, COLOURS.length - 2);
    double rest = shade - below;
    int mixed = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int from = COLOURS[below] >> shift & 0xff;
      int to = COLOURS[below + 1] >> shift & 0xff;
      mixed |= (int) Math.round(from + (to - from) * rest) << shift;
    }
    return String.format(Locale.ROOT, "#%06x", mixed);
  }

  private void legend(double left, double top) {
    double step = SIDE / SHADES;
    ToDoubleFunction<Double> time = part -> low * Math.pow(high / low, part);
    for (int shade = 0; shade < SHADES; shade++) {
      double part = (shade + 0.5) / SHADES;
      svg.rectangle(
          "fill", colour(time.applyAsDouble(part)), left + shade * step, top, step + 0.2, 14);
    }
    for (double part : new double[] {0, 0.5, 1}) {
      svg.label(
          String.format(Locale.ROOT, "%.3g us", time.applyAsDouble(part)),
          "tick middle",
          left + part * SIDE,
          top + 30);
    }
    svg.label("round-trip time", "name", left + SIDE + 14, top + 12);
  }
}
