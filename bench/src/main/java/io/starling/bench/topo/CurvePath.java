package io.starling.bench.topo;

import io.starling.bench.topo.Geometry.Point;
import java.util.List;

/** The way of an edge as SVG path data, corners rounded. */
final class CurvePath {

  private static final double ROUNDING = 11;

  private CurvePath() {}

  static String of(List<Point> points) {
    StringBuilder path = new StringBuilder("M").append(Geometry.pair(points.getFirst()));
    for (int i = 1; i < points.size() - 1; i++) {
      Point corner = points.get(i);
      double room = Math.min(room(points, i - 1), room(points, i));
      path.append(" L").append(Geometry.pair(towards(corner, points.get(i - 1), room)));
      path.append(" Q").append(Geometry.pair(corner));
      path.append(' ').append(Geometry.pair(towards(corner, points.get(i + 1), room)));
    }
    return path.append(" L").append(Geometry.pair(points.getLast())).toString();
  }

  /** A piece between two corners is shared between them, one at an end belongs to one. */
  private static double room(List<Point> points, int piece) {
    Point start = points.get(piece);
    Point end = points.get(piece + 1);
    double length = Math.hypot(end.x() - start.x(), end.y() - start.y());
    boolean outer = piece == 0 || piece == points.size() - 2;
    return Math.min(ROUNDING, outer ? length : length / 2);
  }

  private static Point towards(Point from, Point to, double distance) {
    double length = Math.hypot(to.x() - from.x(), to.y() - from.y());
    double share = length == 0 ? 0 : distance / length;
    return new Point(
        from.x() + (to.x() - from.x()) * share, from.y() + (to.y() - from.y()) * share);
  }
}
