package io.starling.bench.topo;

import io.starling.topology.Level;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A picture read back. */
final class Picture {

  private static final Pattern PAIR = Pattern.compile("(-?[\\d.]+),(-?[\\d.]+)");
  private static final Pattern EDGE = Pattern.compile("(\\d+) → (\\d+): (\\w+), .*");

  record Spot(double x, double y) {
    double distance(Spot other) {
      return Math.hypot(x - other.x, y - other.y);
    }
  }

  record Rectangle(double x, double y, double width, double height) {
    Spot middle() {
      return new Spot(x + width / 2, y + height / 2);
    }

    boolean intersects(Rectangle other) {
      return x < other.x + other.width
          && other.x < x + width
          && y < other.y + other.height
          && other.y < y + height;
    }

    boolean holds(Rectangle other) {
      return x < other.x
          && y < other.y
          && other.x + other.width < x + width
          && other.y + other.height < y + height;
    }
  }

  record Circle(int rank, Spot middle, double radius) {}

  /** The corners of a way; a rounded corner counts with its control point. */
  record Curve(Edge edge, List<Spot> spots) {

    boolean concerns(int rank) {
      return edge.from() == rank || edge.to() == rank;
    }

    double distance(Spot spot) {
      return IntStream.range(1, spots.size())
          .mapToDouble(i -> distance(spots.get(i - 1), spots.get(i), spot))
          .min()
          .orElseThrow();
    }

    private static double distance(Spot start, Spot end, Spot spot) {
      double length = start.distance(end);
      double along =
          length == 0
              ? 0
              : ((spot.x - start.x) * (end.x - start.x) + (spot.y - start.y) * (end.y - start.y))
                  / (length * length);
      double inside = Math.clamp(along, 0.0, 1.0);
      return spot.distance(
          new Spot(start.x + inside * (end.x - start.x), start.y + inside * (end.y - start.y)));
    }

    /** The longest piece that lies on a piece of the other. */
    double sharedLength(Curve other) {
      double longest = 0;
      for (int i = 1; i < spots.size(); i++) {
        for (int j = 1; j < other.spots.size(); j++) {
          longest =
              Math.max(
                  longest,
                  shared(
                      spots.get(i - 1), spots.get(i), other.spots.get(j - 1), other.spots.get(j)));
        }
      }
      return longest;
    }

    private static double shared(Spot a, Spot b, Spot c, Spot d) {
      boolean level = near(a.y, b.y) && near(b.y, c.y) && near(c.y, d.y);
      boolean upright = near(a.x, b.x) && near(b.x, c.x) && near(c.x, d.x);
      if (level) {
        return overlap(a.x, b.x, c.x, d.x);
      }
      return upright ? overlap(a.y, b.y, c.y, d.y) : 0;
    }

    private static boolean near(double one, double other) {
      return Math.abs(one - other) < 1;
    }

    private static double overlap(double a, double b, double c, double d) {
      return Math.min(Math.max(a, b), Math.max(c, d)) - Math.max(Math.min(a, b), Math.min(c, d));
    }
  }

  private final Document document;

  private Picture(Document document) {
    this.document = document;
  }

  static Picture of(TopologyScene scene) {
    try {
      return new Picture(
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(TopologySvg.of(scene)))));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError("the picture is no XML", e);
    }
  }

  double width() {
    return Double.parseDouble(document.getDocumentElement().getAttribute("viewBox").split(" ")[2]);
  }

  double height() {
    return Double.parseDouble(document.getDocumentElement().getAttribute("viewBox").split(" ")[3]);
  }

  List<Circle> discs() {
    return elements("circle")
        .filter(circle -> circle.getAttribute("class").startsWith("rank"))
        .map(
            circle ->
                new Circle(
                    Integer.parseInt(title(circle).split("[ :]")[1]),
                    new Spot(number(circle, "cx"), number(circle, "cy")),
                    number(circle, "r")))
        .toList();
  }

  Circle disc(int rank) {
    return discs().stream().filter(disc -> disc.rank() == rank).findFirst().orElseThrow();
  }

  String hover(int rank) {
    return elements("title")
        .map(Element::getTextContent)
        .filter(text -> text.startsWith("rank " + rank + ":"))
        .findFirst()
        .orElseThrow();
  }

  List<Curve> curves() {
    return elements("path")
        .filter(path -> path.getAttribute("class").startsWith("edge "))
        .map(Picture::curve)
        .toList();
  }

  private static Curve curve(Element path) {
    Matcher words = EDGE.matcher(title(path));
    if (!words.matches() || !path.getAttribute("class").equals("edge " + words.group(3))) {
      throw new AssertionError("no edge: " + title(path));
    }
    Edge edge =
        new Edge(
            Integer.parseInt(words.group(1)),
            Integer.parseInt(words.group(2)),
            Level.named(words.group(3)));
    return new Curve(edge, pairs(path.getAttribute("d")));
  }

  private static List<Spot> pairs(String path) {
    List<Spot> spots = new ArrayList<>();
    Matcher pair = PAIR.matcher(path);
    while (pair.find()) {
      spots.add(new Spot(Double.parseDouble(pair.group(1)), Double.parseDouble(pair.group(2))));
    }
    return spots;
  }

  /** How many boxes there are of each class. */
  Map<String, Long> boxes() {
    return elements("rect")
        .map(box -> box.getAttribute("class"))
        .filter(name -> name.startsWith("box-"))
        .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
  }

  /** The boxes of a class. */
  List<Rectangle> rectangles(String kind) {
    return elements("rect")
        .filter(box -> box.getAttribute("class").equals(kind))
        .map(Picture::rectangle)
        .toList();
  }

  private static Rectangle rectangle(Element box) {
    return new Rectangle(
        number(box, "x"), number(box, "y"), number(box, "width"), number(box, "height"));
  }

  /** For each box of a class the class of the smallest around it. */
  List<String> holders(String kind) {
    return rectangles(kind).stream()
        .map(
            inner ->
                elements("rect")
                    .filter(box -> box.hasAttribute("x") && rectangle(box).holds(inner))
                    .reduce((_, smaller) -> smaller)
                    .orElseThrow()
                    .getAttribute("class"))
        .toList();
  }

  List<String> texts() {
    return elements("text").map(Element::getTextContent).toList();
  }

  /** Every place that anything is drawn at, legend and all. */
  List<Spot> spots() {
    Stream<Spot> boxes =
        elements("rect")
            .filter(box -> box.hasAttribute("x"))
            .map(
                box ->
                    new Spot(
                        number(box, "x") + number(box, "width"),
                        number(box, "y") + number(box, "height")));
    Stream<Spot> texts =
        elements("text").map(text -> new Spot(number(text, "x"), number(text, "y")));
    Stream<Spot> lines =
        elements("line").map(line -> new Spot(number(line, "x2"), number(line, "y2")));
    Stream<Spot> curves = curves().stream().flatMap(curve -> curve.spots().stream());
    return Stream.of(boxes, texts, lines, curves).flatMap(spots -> spots).toList();
  }

  private Stream<Element> elements(String name) {
    NodeList nodes = document.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i));
  }

  private static String title(Element element) {
    return element.getElementsByTagName("title").item(0).getTextContent();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }
}
