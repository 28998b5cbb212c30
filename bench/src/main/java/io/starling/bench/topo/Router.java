package io.starling.bench.topo;

import io.starling.bench.topo.Board.Kind;
import io.starling.bench.topo.Route.Trunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Finds each edge's way along the corridors: the cheapest by length, turns, crossings, and by
 * whether a corridor belongs to the smallest box around both ranks, so that what goes over the
 * network runs between the nodes and what goes between packages runs between these. No way leads
 * through a seat.
 */
final class Router {

  /** Row and column steps of the four directions: up, right, down, left. */
  private static final int[][] STEPS = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

  private static final int DOWN = 2;
  private static final double SEAT_SIZE = 48;
  private static final double CORRIDOR_SIZE = 18;
  private static final double BORDER_SIZE = 10;
  private static final double TURN = 30;
  private static final double CROSSING = 14;
  private static final double SHARING = 5;

  /** PUs are written at the feet of cores. */
  private static final double FOOT = 9;

  private static final double OWN_TRUNK = 0.35;
  private static final double INNER_BOX = 1.6;
  private static final double OUT_OF_THE_BOX = 3;
  private static final double OVER_CAPTION = 2;

  private final Board board;
  private final double[] rowSizes;
  private final double[] columnSizes;

  /** Which trunks run through a cell along a row, and which along a column. */
  private final List<Map<Integer, List<Trunk>>> used = List.of(new HashMap<>(), new HashMap<>());

  private record Step(int state, double cost) {}

  private Router(Board board) {
    this.board = board;
    rowSizes = Arrays.stream(board.rows()).mapToDouble(Router::size).toArray();
    columnSizes = Arrays.stream(board.columns()).mapToDouble(Router::size).toArray();
  }

  private static double size(Kind kind) {
    return switch (kind) {
      case CORRIDOR, CAPTION -> CORRIDOR_SIZE;
      case BORDER -> BORDER_SIZE;
      case SEAT -> SEAT_SIZE;
    };
  }

  /** The ways in the order of the edges. */
  static List<Route> route(Board board, List<Edge> edges) {
    Router router = new Router(board);
    Map<Edge, Route> routes = new HashMap<>();
    edges.stream()
        .sorted(Comparator.comparing(Edge::level).thenComparingDouble(router::distance))
        .forEach(edge -> routes.put(edge, router.route(edge)));
    return edges.stream().map(routes::get).toList();
  }

  private double distance(Edge edge) {
    int from = board.seats()[edge.from()];
    int to = board.seats()[edge.to()];
    int columns = board.width();
    return Math.abs(from / columns - to / columns) + Math.abs(from % columns - to % columns);
  }

  private Route route(Edge edge) {
    int[] cells = walk(edge);
    Trunk trunk = new Route(edge, cells).trunk();
    List<Integer> corners = new ArrayList<>(List.of(cells[0]));
    for (int i = 1; i < cells.length; i++) {
      int direction = isRow(cells[i - 1], cells[i]) ? 0 : 1;
      occupy(direction, cells[i - 1], trunk);
      occupy(direction, cells[i], trunk);
      boolean last = i == cells.length - 1;
      if (last || isRow(cells[i - 1], cells[i]) != isRow(cells[i], cells[i + 1])) {
        corners.add(cells[i]);
      }
    }
    return new Route(edge, corners.stream().mapToInt(Integer::intValue).toArray());
  }

  private boolean isRow(int one, int other) {
    return one / board.width() == other / board.width();
  }

  private void occupy(int direction, int cell, Trunk trunk) {
    List<Trunk> trunks = used.get(direction).computeIfAbsent(cell, _ -> new ArrayList<>());
    if (!trunks.contains(trunk)) {
      trunks.add(trunk);
    }
  }

  /** Dijkstra's search; a state is a cell and the direction in which it was entered. */
  private int[] walk(Edge edge) {
    int start = board.seats()[edge.from()];
    int goal = board.seats()[edge.to()];
    int home = board.commonOwner(start, goal);
    Trunk trunk = new Trunk(edge.from(), edge.level());
    double[] costs = new double[board.height() * board.width() * STEPS.length];
    int[] previous = new int[costs.length];
    Arrays.fill(costs, Double.POSITIVE_INFINITY);
    PriorityQueue<Step> open = new PriorityQueue<>(Comparator.comparingDouble(Step::cost));
    for (int direction = 0; direction < STEPS.length; direction++) {
      costs[start * STEPS.length + direction] = 0;
      previous[start * STEPS.length + direction] = -1;
      open.add(new Step(start * STEPS.length + direction, 0));
    }
    while (!open.isEmpty()) {
      Step step = open.remove();
      int cell = step.state() / STEPS.length;
      if (cell == goal) {
        return trace(step.state(), previous);
      }
      if (step.cost() > costs[step.state()]) {
        continue;
      }
      for (int direction = 0; direction < STEPS.length; direction++) {
        int next = neighbour(cell, direction);
        if (next < 0 || (board.kind(next) == Kind.SEAT && next != goal)) {
          continue;
        }
        double cost = step.cost() + cost(trunk, home, step.state(), direction, next, goal);
        int state = next * STEPS.length + direction;
        if (cost < costs[state]) {
          costs[state] = cost;
          previous[state] = step.state();
          open.add(new Step(state, cost));
        }
      }
    }
    throw new IllegalStateException("no way for " + edge);
  }

  private static int[] trace(int last, int[] previous) {
    List<Integer> cells = new ArrayList<>();
    for (int state = last; state >= 0; state = previous[state]) {
      cells.addFirst(state / STEPS.length);
    }
    return cells.stream().mapToInt(Integer::intValue).toArray();
  }

  private int neighbour(int cell, int direction) {
    int row = cell / board.width() + STEPS[direction][0];
    int column = cell % board.width() + STEPS[direction][1];
    boolean inside = row >= 0 && row < board.height() && column >= 0 && column < board.width();
    return inside ? row * board.width() + column : -1;
  }

  private double cost(Trunk trunk, int home, int state, int direction, int next, int goal) {
    int cell = state / STEPS.length;
    int entered = state % STEPS.length;
    boolean alongRow = STEPS[direction][0] == 0;
    double[] sizes = alongRow ? columnSizes : rowSizes;
    double length = (sizes[position(alongRow, cell)] + sizes[position(alongRow, next)]) / 2;
    List<Trunk> along = used.get(alongRow ? 0 : 1).getOrDefault(next, List.of());
    List<Trunk> across = used.get(alongRow ? 1 : 0).getOrDefault(next, List.of());
    boolean own = along.contains(trunk);
    double cost = length * (own ? OWN_TRUNK : preference(home, next));
    cost += SHARING * (own ? 0 : along.size());
    long crossed = across.stream().filter(t -> !t.equals(trunk) && !along.contains(t)).count();
    cost += next == goal ? 0 : CROSSING * crossed;
    if (board.kind(cell) == Kind.SEAT) {
      return cost + (direction == DOWN ? FOOT : 0);
    }
    boolean fromBelow = next == goal && direction == 0;
    return cost + (direction == entered ? 0 : TURN) + (fromBelow ? FOOT : 0);
  }

  private int position(boolean alongRow, int cell) {
    return alongRow ? cell % board.width() : cell / board.width();
  }

  private double preference(int home, int cell) {
    double cost = board.kind(cell) == Kind.CAPTION ? OVER_CAPTION : 1;
    if (board.owner(cell) == home) {
      return cost;
    }
    return cost * (board.covers(home, cell) ? INNER_BOX : OUT_OF_THE_BOX);
  }
}
