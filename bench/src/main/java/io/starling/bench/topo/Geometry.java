package io.starling.bench.topo;

import io.starling.bench.report.MarkupWriter;
import io.starling.bench.topo.Board.Kind;
import java.util.ArrayList;
import java.util.List;

/** The board in pixels, each corridor as wide as the lanes in it need. */
final class Geometry {

  /** A place in the picture. */
  record Point(double x, double y) {}

  /** A box in the picture. */
  record Rectangle(double x, double y, double width, double height) {}

  static final double DISC = 15;
  private static final double SEAT_WIDTH = 46;
  private static final double SEAT_HEIGHT = 52;
  private static final double CORRIDOR = 22;
  private static final double BORDER = 12;
  private static final double CAPTION = 17;
  private static final double LANE = 10;

  /** Between edges on the same side of a disc. */
  private static final double STUBS = 12;

  /** How far from the middle of a disc an edge may end. */
  private static final double REACH = 10;

  private final Board board;
  private final Tracks lanes;

  /** Where rows and columns begin, and where the last ends. */
  private final double[] tops;

  private final double[] lefts;

  Geometry(Board board, List<Route> routes, Point corner) {
    this.board = board;
    lanes = new Tracks(routes, board.width());
    tops = new double[board.height() + 1];
    lefts = new double[board.width() + 1];
    tops[0] = corner.y();
    lefts[0] = corner.x();
    for (int row = 0; row < board.height(); row++) {
      tops[row + 1] = tops[row] + height(row);
    }
    for (int column = 0; column < board.width(); column++) {
      lefts[column + 1] = lefts[column] + width(column);
    }
  }

  private double height(int row) {
    double least = size(board.rows()[row], SEAT_HEIGHT);
    return Math.max(least, (lanes.needed(true, row) + 0.5) * LANE);
  }

  private double width(int column) {
    double least = size(board.columns()[column], SEAT_WIDTH);
    return Math.max(least, (lanes.needed(false, column) + 0.5) * LANE);
  }

  private static double size(Kind kind, double seat) {
    return switch (kind) {
      case CORRIDOR -> CORRIDOR;
      case BORDER -> BORDER;
      case CAPTION -> CAPTION;
      case CHIPS -> Chip.HEIGHT + Chip.GAP;
      case SEAT -> seat;
    };
  }

  /** Where the board ends. */
  Point end() {
    return new Point(lefts[board.width()], tops[board.height()]);
  }

  /** {@code 1,2.5}. */
  static String pair(Point point) {
    return MarkupWriter.number(point.x()) + "," + MarkupWriter.number(point.y());
  }

  Rectangle rectangle(Box box) {
    double x = lefts[box.left()];
    double y = tops[box.top()];
    return new Rectangle(x, y, lefts[box.right() + 1] - x, tops[box.bottom() + 1] - y);
  }

  /** The upper left corner of a box's i-th GPU; one that is alone in a narrow box in its middle. */
  Point chip(Box box, int i) {
    int across = Math.min(box.chipsAcross(), box.part().gpus().size());
    double room = rectangle(box).width() - across * Chip.SPACE + Chip.GAP;
    double left = Math.min(lefts[box.left() + 1], lefts[box.left()] + room / 2);
    int row = box.bottom() - box.chipRows() + i / across;
    return new Point(left + i % across * Chip.SPACE, tops[row] + Chip.GAP / 2);
  }

  /** The middle of a rank's disc. */
  Point seat(int rank) {
    return middle(board.seats()[rank]);
  }

  private Point middle(int cell) {
    int row = cell / board.width();
    int column = cell % board.width();
    return new Point((lefts[column] + lefts[column + 1]) / 2, (tops[row] + tops[row + 1]) / 2);
  }

  /**
   * The way of an edge from the rim of one disc to the rim of the other, corner by corner.
   *
   * @param gap how far before the child's disc it ends
   */
  List<Point> points(Route route, double gap) {
    List<Strand> strands = Strand.of(route, board.width());
    int[] corners = route.corners();
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < corners.length; i++) {
      Point middle = middle(corners[i]);
      Strand before = strands.get(Math.max(0, i - 1));
      Strand after = strands.get(Math.min(strands.size() - 1, i));
      Strand level = before.alongRow() ? before : after;
      Strand upright = before.alongRow() ? after : before;
      points.add(
          new Point(
              middle.x() + (upright.alongRow() ? 0 : offset(upright)),
              middle.y() + (level.alongRow() ? offset(level) : 0)));
    }
    points.set(0, rim(middle(corners[0]), points.get(0), points.get(1), 0));
    int last = points.size() - 1;
    Point end = rim(middle(corners[last]), points.get(last), points.get(last - 1), gap);
    points.set(last, end);
    return points;
  }

  /** Where the way from a point of the disc towards the next leaves the disc. */
  private static Point rim(Point middle, Point inside, Point next, double gap) {
    double aside = Math.abs(inside.x() - middle.x()) + Math.abs(inside.y() - middle.y());
    double depth = Math.sqrt(DISC * DISC - aside * aside) + gap;
    return new Point(
        inside.x() + depth * Math.signum(next.x() - inside.x()),
        inside.y() + depth * Math.signum(next.y() - inside.y()));
  }

  private double offset(Strand strand) {
    Tracks.Lane lane = lanes.of(strand);
    Kind[] tracks = strand.alongRow() ? board.rows() : board.columns();
    boolean seats = tracks[strand.track()] == Kind.SEAT;
    double width = seats ? Math.min(STUBS, 2 * REACH / Math.max(1, lane.count() - 1)) : LANE;
    return lane.offset() * width;
  }
}
