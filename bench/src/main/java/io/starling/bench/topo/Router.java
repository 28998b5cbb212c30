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
 * Finds each edge's cheapest way along the corridors by Dijkstra's search, slow lanes first, near
 * children first. No way leads through a seat or a GPU.
 */
final class Router {

  /** Row and column steps of the four directions. */
  private static final int[][] DIRECTIONS = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

  private final Board board;
  private final Traffic traffic = new Traffic();
  private final Tolls tolls;

  /** A state is a cell and the direction in which it was entered. */
  private record Step(int state, double cost) {}

  private Router(Board board) {
    this.board = board;
    tolls = new Tolls(board, traffic);
  }

  /** The ways in the order of the edges. */
  static List<Route> route(Board board, List<Edge> edges) {
    Router router = new Router(board);
    Map<Edge, Route> routes = new HashMap<>();
    edges.stream()
        .sorted(Comparator.comparing(Edge::level).thenComparingInt(router::distance))
        .forEach(edge -> routes.put(edge, router.route(edge)));
    return edges.stream().map(routes::get).toList();
  }

  private int distance(Edge edge) {
    int from = board.seats()[edge.from()];
    int to = board.seats()[edge.to()];
    int width = board.width();
    return Math.abs(from / width - to / width) + Math.abs(from % width - to % width);
  }

  private Route route(Edge edge) {
    Trunk trunk = new Trunk(edge.from(), edge.level());
    List<Integer> cells = walk(edge, trunk);
    List<Integer> corners = new ArrayList<>(List.of(cells.getFirst()));
    for (int i = 1; i < cells.size(); i++) {
      boolean alongRow = isRow(cells.get(i - 1), cells.get(i));
      traffic.add(trunk, cells.get(i - 1), cells.get(i), alongRow);
      boolean last = i == cells.size() - 1;
      if (last || alongRow != isRow(cells.get(i), cells.get(i + 1))) {
        corners.add(cells.get(i));
      }
    }
    return new Route(edge, corners.stream().mapToInt(Integer::intValue).toArray());
  }

  private boolean isRow(int one, int other) {
    return one / board.width() == other / board.width();
  }

  private List<Integer> walk(Edge edge, Trunk trunk) {
    int start = board.seats()[edge.from()];
    int goal = board.seats()[edge.to()];
    int home = board.commonOwner(start, goal);
    double[] costs = new double[board.height() * board.width() * DIRECTIONS.length];
    int[] previous = new int[costs.length];
    Arrays.fill(costs, Double.POSITIVE_INFINITY);
    Arrays.fill(previous, -1);
    PriorityQueue<Step> open = new PriorityQueue<>(Comparator.comparingDouble(Step::cost));
    open.add(new Step(start * DIRECTIONS.length, 0));
    while (!open.isEmpty()) {
      Step step = open.remove();
      int cell = step.state() / DIRECTIONS.length;
      if (cell == goal) {
        return trace(step.state(), previous);
      }
      for (int direction = 0; direction < DIRECTIONS.length; direction++) {
        int next = neighbour(cell, direction);
        if (next < 0 || (isTaken(next) && next != goal)) {
          continue;
        }
        boolean turned = cell != start && direction != step.state() % DIRECTIONS.length;
        double cost = step.cost() + tolls.of(trunk, home, cell, next, turned);
        int state = next * DIRECTIONS.length + direction;
        if (cost < costs[state]) {
          costs[state] = cost;
          previous[state] = step.state();
          open.add(new Step(state, cost));
        }
      }
    }
    throw new IllegalStateException("no way for " + edge);
  }

  private boolean isTaken(int cell) {
    return board.kind(cell) == Kind.SEAT || board.kind(cell) == Kind.CHIPS;
  }

  private static List<Integer> trace(int last, int[] previous) {
    List<Integer> cells = new ArrayList<>();
    for (int state = last; state >= 0; state = previous[state]) {
      cells.addFirst(state / DIRECTIONS.length);
    }
    return cells;
  }

  private int neighbour(int cell, int direction) {
    int row = cell / board.width() + DIRECTIONS[direction][0];
    int column = cell % board.width() + DIRECTIONS[direction][1];
    boolean inside = row >= 0 && row < board.height() && column >= 0 && column < board.width();
    return inside ? row * board.width() + column : -1;
  }
}
