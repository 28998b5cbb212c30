package io.starling.bench.topo;

import io.starling.bench.report.MarkupWriter;
import io.starling.bench.topo.Geometry.Point;
import io.starling.bench.topo.Geometry.Rectangle;
import io.starling.bench.topo.Route.Trunk;
import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The picture of a {@link TopologyScene}: a box for each node, in it its packages and what else is
 * several in them, down to cores with the numbers of their PUs; a disc for each rank on its core;
 * the edges of the tree along the corridors between, one colour and thickness for each level.
 */
public final class TopologySvg {

  /** A drawing of more cores or ranks is too large to read. */
  public static final int MOST = 1024;

  private static final double MARGIN = 22;
  private static final double HEADER = 54;

  private final TopologyScene scene;
  private final Board board;
  private final List<Route> routes;
  private final Geometry geometry;
  private final Seating seating;
  private final MarkupWriter svg = new MarkupWriter();

  private TopologySvg(TopologyScene scene, Part whole) {
    this.scene = scene;
    board = BoardBuilder.build(whole, scene.ranks());
    routes = Router.route(board, scene.edges());
    boolean captioned = !scene.caption().isEmpty();
    geometry = new Geometry(board, routes, new Point(0, captioned ? HEADER : HEADER - 18));
    seating = new Seating(scene.placement());
  }

  /**
   * The picture as text.
   *
   * @throws IllegalArgumentException if there are more than {@value #MOST} cores or ranks
   */
  public static String of(TopologyScene scene) {
    Part whole = Parts.of(scene);
    if (Math.max(whole.cores(), scene.ranks()) > MOST) {
      throw new IllegalArgumentException(
          "a picture holds at most %3$d cores and ranks; this one would have %1$d cores with %2$d ranks"
              .formatted(whole.cores(), scene.ranks(), MOST));
    }
    return new TopologySvg(scene, whole).draw();
  }

  private String draw() {
    Legend legend = new Legend(scene);
    double text =
        Stream.of(
                Text.width(scene.title(), 15), Text.width(scene.caption(), 13), legend.leastWidth())
            .reduce(0.0, Math::max);
    double width = Math.max(geometry.end().x(), text + 2 * MARGIN);
    double height = geometry.end().y() + legend.height(width) + MARGIN;
    open(width, height);
    header();
    board.boxes().forEach(this::box);
    edges();
    board.boxes().forEach(this::processors);
    board.boxes().forEach(this::gpus);
    ranks();
    board.boxes().forEach(this::caption);
    legend.draw(svg, new Point(MARGIN, geometry.end().y()), width);
    return svg.close().toString();
  }

  private void open(double width, double height) {
    svg.picture(description(), width, height, "width", width, "height", height);
    svg.text("style", StyleSheet.of(scene.counts().keySet()));
    svg.open("defs");
    scene.counts().keySet().forEach(level -> Heads.define(svg, level));
    svg.close();
    svg.empty("rect", "class", "background", "width", width, "height", height);
  }

  private String description() {
    return scene.title()
        + (scene.caption().isEmpty() ? "" : "; " + scene.caption())
        + scene.counts().entrySet().stream()
            .map(
                level ->
                    "; %s: %s".formatted(level.getKey().label(), Legend.edges(level.getValue())))
            .collect(Collectors.joining());
  }

  private void header() {
    svg.label(scene.title(), "title", MARGIN, 26);
    svg.label(scene.caption(), "subtitle", MARGIN, 45);
  }

  private void box(Box box) {
    Level level = box.part().level();
    if (level != Level.CLUSTER) {
      rectangle("box-" + level.label(), geometry.rectangle(box), level == Level.NODE ? 8 : 5);
    }
  }

  private void rectangle(String kind, Rectangle place, double rounding) {
    svg.empty(
        "rect",
        "class",
        kind,
        "x",
        place.x(),
        "y",
        place.y(),
        "width",
        place.width(),
        "height",
        place.height(),
        "rx",
        rounding);
  }

  private void caption(Box box) {
    Rectangle place = geometry.rectangle(box);
    double x = place.x() + place.width() - 8;
    double y = place.y() + place.height() - 5;
    String kind = "caption " + box.part().level().label();
    if (!box.part().caption().isEmpty()) {
      svg.label(box.part().caption(), kind, x, y);
    }
  }

  /** Trunk by trunk, fast levels first, each on a light seam that shows what passes over what. */
  private void edges() {
    Map<Trunk, List<Route>> trunks =
        routes.stream()
            .sorted((a, b) -> b.edge().level().compareTo(a.edge().level()))
            .collect(Collectors.groupingBy(Route::trunk, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<Trunk, List<Route>> trunk : trunks.entrySet()) {
      double width = LevelStyle.of(trunk.getKey().level()).width() + 3;
      for (Route route : trunk.getValue()) {
        svg.empty("path", "class", "seam", "stroke-width", width, "d", path(route));
      }
      trunk.getValue().forEach(this::edge);
    }
  }

  private void edge(Route route) {
    Edge edge = route.edge();
    String level = edge.level().label();
    String meaning = LevelStyle.of(edge.level()).meaning();
    String hover = "%d → %d: %s, %s".formatted(edge.from(), edge.to(), level, meaning);
    String head = Heads.of(edge.level());
    svg.hover("path", hover, "class", "edge " + level, "d", path(route), "marker-end", head);
  }

  private String path(Route route) {
    return CurvePath.of(geometry.points(route, LevelStyle.of(route.edge().level()).head() + 1));
  }

  /** Two PUs stand in the corners of their core, so that edges pass between. */
  private void processors(Box box) {
    CpuSet cpus = box.part().cpus();
    Rectangle core = geometry.rectangle(box);
    double y = core.y() + core.height() - 3.5;
    double right = core.x() + core.width() - 3.5;
    String[] numbers = cpus.size() == 2 ? cpus.toString().split("[-,]") : new String[] {cpus + ""};
    if (box.part().isCore()) {
      svg.label(numbers[0], "processor", core.x() + 3.5, y);
    }
    if (numbers.length == 2) {
      svg.label(numbers[1], "processor right", right, y);
    }
  }

  private String gpu(int rank) {
    return scene.gpus().gpu(rank).map(gpu -> ", GPU " + gpu.busId()).orElse("");
  }

  private void gpus(Box box) {
    List<AssignedGpu> gpus = box.part().gpus();
    for (int i = 0; i < gpus.size(); i++) {
      new Chip(gpus.get(i), geometry.chip(box, i)).draw(svg);
    }
  }

  private void ranks() {
    Map<Integer, Level> incoming =
        scene.edges().stream().collect(Collectors.toMap(Edge::to, Edge::level));
    List<Integer> roots = scene.roots();
    for (int rank = 0; rank < scene.ranks(); rank++) {
      String level = incoming.containsKey(rank) ? incoming.get(rank).label() : "";
      new Disc(geometry.seat(rank), rank, roots.contains(rank))
          .draw(svg, level, "rank " + rank + ": " + seating.describe(rank) + gpu(rank));
    }
  }

  /** The way of an edge as SVG path data, corners rounded. */
  private static final class CurvePath {

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
}
