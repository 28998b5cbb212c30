package io.starling.bench.topo;

import io.starling.bench.topo.Geometry.Point;
import io.starling.bench.topo.Geometry.Rectangle;
import io.starling.bench.topo.Route.Trunk;
import io.starling.topology.CpuSet;
import io.starling.topology.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The picture of a {@link Scene}: a box for each node, in it its packages and what else is several
 * in them, down to cores with the numbers of their PUs; a disc for each rank on its core; the edges
 * of the tree along the corridors between, one colour and thickness for each lane.
 */
public final class TopologySvg {

  /** More cores or ranks than this nobody can read. */
  public static final int MOST = 1024;

  private static final double MARGIN = 22;
  private static final double HEADER = 54;
  private static final String INK = "#222222";

  private final Scene scene;
  private final Board board;
  private final List<Route> routes;
  private final Geometry geometry;
  private final Seating seating;
  private final SvgWriter svg = new SvgWriter();

  private TopologySvg(Scene scene, Part whole) {
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
  public static String of(Scene scene) {
    Part whole = Parts.of(scene.placement());
    if (Math.max(whole.cores(), scene.ranks()) > MOST) {
      throw new IllegalArgumentException(
          "no one could read a picture of %d cores with %d ranks; at most %d can be drawn"
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
    svg.open(
        "svg",
        "xmlns",
        "http://www.w3.org/2000/svg",
        "viewBox",
        "0 0 " + SvgWriter.number(width) + " " + SvgWriter.number(height),
        "width",
        width,
        "height",
        height,
        "font-family",
        "Helvetica,Arial,sans-serif",
        "role",
        "img",
        "aria-label",
        description());
    markers();
    svg.empty("rect", "class", "background", "width", width, "height", height, "fill", "#ffffff");
    header();
    board.boxes().forEach(this::box);
    edges();
    cores();
    ranks();
    captions();
    legend.draw(svg, new Point(MARGIN, geometry.end().y()), width);
    return svg.close().toString();
  }

  private String description() {
    return scene.title()
        + (scene.caption().isEmpty() ? "" : "; " + scene.caption())
        + scene.counts().entrySet().stream()
            .map(lane -> "; %s: %s".formatted(lane.getKey().label(), Legend.edges(lane.getValue())))
            .collect(Collectors.joining());
  }

  private void markers() {
    svg.open("defs");
    for (Level level : scene.counts().keySet()) {
      LevelStyle style = LevelStyle.of(level);
      svg.open(
          "marker",
          "id",
          "head-" + level.label(),
          "markerUnits",
          "userSpaceOnUse",
          "orient",
          "auto",
          "markerWidth",
          style.head() + 1,
          "markerHeight",
          style.head() + 1,
          "refX",
          1,
          "refY",
          style.head() / 2,
          "viewBox",
          "0 0 " + (style.head() + 1) + " " + style.head());
      svg.empty(
          "path",
          "d",
          "M0,0 L%1$s,%2$s L0,%1$s z"
              .formatted(SvgWriter.number(style.head()), SvgWriter.number(style.head() / 2)),
          "fill",
          style.colour());
      svg.close();
    }
    svg.close();
  }

  private void header() {
    svg.text(
        "text",
        scene.title(),
        "x",
        MARGIN,
        "y",
        26,
        "font-size",
        15,
        "font-weight",
        "bold",
        "fill",
        INK);
    svg.text("text", scene.caption(), "x", MARGIN, "y", 45, "font-size", 13, "fill", "#555555");
  }

  private void box(Box box) {
    Level level = box.part().level();
    if (level == Level.CLUSTER) {
      return;
    }
    Rectangle place = geometry.rectangle(box);
    svg.empty(
        "rect",
        "class",
        "box-" + level.label(),
        "x",
        place.x(),
        "y",
        place.y(),
        "width",
        place.width(),
        "height",
        place.height(),
        "rx",
        level == Level.NODE ? 8 : 5,
        "fill",
        fill(level),
        "stroke",
        level == Level.NODE ? "#8a929c" : "#b4bac2");
  }

  private static String fill(Level level) {
    return switch (level) {
      case CLUSTER, PACKAGE -> "#ffffff";
      case NODE -> "#eceff3";
      case NUMA -> "#f6f7f9";
      case L3 -> "#fdfdfe";
      case CORE -> "#e6e9ee";
    };
  }

  private void captions() {
    for (Box box : board.boxes()) {
      Rectangle place = geometry.rectangle(box);
      if (!box.part().caption().isEmpty()) {
        svg.text(
            "text",
            box.part().caption(),
            "x",
            place.x() + place.width() - 8,
            "y",
            place.y() + place.height() - 5,
            "text-anchor",
            "end",
            "font-size",
            11,
            "fill",
            "#444444",
            "stroke",
            fill(box.part().level()),
            "stroke-width",
            3,
            "paint-order",
            "stroke");
      }
    }
  }

  /** Trunk by trunk, fast lanes first, each on a light seam that shows what passes over what. */
  private void edges() {
    Map<Trunk, List<Route>> trunks =
        routes.stream()
            .sorted((a, b) -> b.edge().level().compareTo(a.edge().level()))
            .collect(Collectors.groupingBy(Route::trunk, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<Trunk, List<Route>> trunk : trunks.entrySet()) {
      LevelStyle style = LevelStyle.of(trunk.getKey().level());
      svg.open("g", "fill", "none", "stroke", "#ffffff", "stroke-width", style.width() + 3);
      trunk.getValue().forEach(route -> svg.empty("path", "class", "seam", "d", path(route)));
      svg.close();
      svg.open("g", "fill", "none", "stroke", style.colour(), "stroke-width", style.width());
      trunk.getValue().forEach(this::edge);
      svg.close();
    }
  }

  private void edge(Route route) {
    Edge edge = route.edge();
    svg.hover(
        "path",
        "%d → %d: %s, %s"
            .formatted(
                edge.from(),
                edge.to(),
                edge.level().label(),
                LevelStyle.of(edge.level()).meaning()),
        "class",
        "edge " + edge.level().label(),
        "d",
        path(route),
        "marker-end",
        "url(#head-" + edge.level().label() + ")");
  }

  private String path(Route route) {
    double gap = LevelStyle.of(route.edge().level()).head() + 1;
    return CurvePath.of(geometry.points(route, gap));
  }

  private void cores() {
    for (Box box : board.boxes()) {
      CpuSet cpus = box.part().cpus();
      if (box.part().isCore()) {
        int[] numbers = cpus.stream().toArray();
        if (numbers.length == 2) {
          processor(box, String.valueOf(numbers[0]), false);
          processor(box, String.valueOf(numbers[1]), true);
        } else {
          processor(box, cpus.toString(), false);
        }
      }
    }
  }

  private void processor(Box box, String numbers, boolean right) {
    Rectangle core = geometry.rectangle(box);
    svg.text(
        "text",
        numbers,
        "class",
        "pu",
        "x",
        right ? core.x() + core.width() - 3.5 : core.x() + 3.5,
        "y",
        core.y() + core.height() - 3.5,
        "text-anchor",
        right ? "end" : "start",
        "font-size",
        8,
        "fill",
        "#6a727c");
  }

  private void ranks() {
    Map<Integer, Level> incoming =
        scene.edges().stream().collect(Collectors.toMap(Edge::to, Edge::level));
    List<Integer> roots = scene.roots();
    for (int rank = 0; rank < scene.ranks(); rank++) {
      Level lane = incoming.get(rank);
      Disc disc = new Disc(geometry.seat(rank), rank, roots.contains(rank));
      String ring = lane == null ? INK : LevelStyle.of(lane).colour();
      disc.draw(svg, ring, "rank " + rank + ": " + seating.describe(rank));
    }
  }
}
