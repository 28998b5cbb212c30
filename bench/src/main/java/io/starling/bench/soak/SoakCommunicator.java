package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.topology.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A communicator of the walk, with those that it was derived from on the way.
 *
 * @param text how it was made
 * @param communicator what calls are made on; null where this rank is in none
 * @param neighbours of a grid or a graph, else null
 * @param chain all that are to be closed, the last one first
 */
record SoakCommunicator(
    String text, Communicator communicator, NeighbourModel neighbours, List<Communicator> chain) {

  /** Every rank of the job. */
  static SoakCommunicator ofAll(Communicator all) {
    return new SoakCommunicator("all", all, null, List.of());
  }

  /** All ranks of {@code all} call it with the same numbers, and get teams of any kind. */
  static SoakCommunicator derive(Communicator all, SeededRandom draw) {
    return switch (draw.below(7)) {
      case 0 -> plain("duplicate", all.duplicate());
      case 1 -> split(all, draw);
      case 2 -> plain("ranks of a node", all.splitByLevel(Level.NODE));
      case 3 -> grid(all, draw);
      case 4 -> graph(all, draw);
      case 5 -> derive(all, draw).duplicated();
      default -> rows(all, draw);
    };
  }

  private static SoakCommunicator plain(String text, Communicator communicator) {
    return new SoakCommunicator(text, communicator, null, List.of(communicator));
  }

  private SoakCommunicator duplicated() {
    if (communicator == null) {
      return this;
    }
    List<Communicator> both = new ArrayList<>(chain);
    both.add(communicator.duplicate());
    return new SoakCommunicator("duplicate of " + text, both.getLast(), neighbours, both);
  }

  private static SoakCommunicator split(Communicator all, SeededRandom draw) {
    int size = all.size();
    int colors = draw.between(1, Math.min(3, size));
    int[] color = IntStream.range(0, size).map(_ -> draw.below(colors)).toArray();
    int[] key = IntStream.range(0, size).map(_ -> draw.between(-2, 2)).toArray();
    int left = draw.percent(25) ? draw.below(size) : size;
    if (left < size) {
      color[left] = Communicator.UNDEFINED;
    }
    int rank = all.rank();
    Communicator part = all.split(color[rank], key[rank]);
    String text = "split in %d%s".formatted(colors, left < size ? " without " + left : "");
    if (color[rank] == Communicator.UNDEFINED) {
      WrongResultException.check(part == null, "%s gave %s on rank %d", text, part, rank);
      return new SoakCommunicator(text, null, null, List.of());
    }
    List<Integer> members =
        IntStream.range(0, size)
            .filter(other -> color[other] == color[rank])
            .boxed()
            .sorted(Comparator.comparingInt(other -> key[other]))
            .toList();
    WrongResultException.check(
        part.size() == members.size() && part.rank() == members.indexOf(rank),
        "%s: rank %d is %d of %d, expected %d of %d",
        text,
        rank,
        part.rank(),
        part.size(),
        members.indexOf(rank),
        members.size());
    return plain(text, part);
  }

  private static SoakCommunicator grid(Communicator all, SeededRandom draw) {
    int[] dimensions = dimensions(all.size(), draw);
    boolean[] periodic = new boolean[dimensions.length];
    for (int i = 0; i < periodic.length; i++) {
      periodic[i] = draw.percent(50);
    }
    Communicator grid = all.cartesian(dimensions, periodic);
    String text = "grid of " + Arrays.toString(dimensions);
    NeighbourModel neighbours = NeighbourModel.onGrid(dimensions, periodic, all.rank());
    return new SoakCommunicator(text, grid, neighbours, List.of(grid));
  }

  private static int[] dimensions(int size, SeededRandom draw) {
    List<Integer> dimensions = new ArrayList<>();
    int rest = size;
    for (int i = 0; i < 2; i++) {
      int left = rest;
      int factor =
          draw.pick(IntStream.rangeClosed(1, rest).filter(f -> left % f == 0).boxed().toList());
      dimensions.add(factor);
      rest /= factor;
    }
    dimensions.add(rest);
    return dimensions.stream().mapToInt(Integer::intValue).toArray();
  }

  private static SoakCommunicator graph(Communicator all, SeededRandom draw) {
    int size = all.size();
    List<int[]> edges = new ArrayList<>();
    int count = draw.between(0, 3 * size);
    for (int i = 0; i < count; i++) {
      edges.add(new int[] {draw.below(size), draw.below(size)});
    }
    NeighbourModel neighbours = NeighbourModel.onGraph(edges, all.rank());
    Communicator graph = all.graph(neighbours.sources(), neighbours.destinations());
    return new SoakCommunicator(
        "graph of %d edges".formatted(count), graph, neighbours, List.of(graph));
  }

  /** The rows of a plane, by way of it. */
  private static SoakCommunicator rows(Communicator all, SeededRandom draw) {
    int[] dimensions = dimensions(all.size(), draw);
    boolean[] periodic = {false, false, draw.percent(50)};
    var plane = all.cartesian(dimensions, periodic);
    var row = plane.sub(false, false, true);
    int[] length = {dimensions[2]};
    NeighbourModel neighbours =
        NeighbourModel.onGrid(length, new boolean[] {periodic[2]}, all.rank() % dimensions[2]);
    return new SoakCommunicator(
        "rows of " + Arrays.toString(dimensions), row, neighbours, List.of(plane, row));
  }

  void close() {
    chain.reversed().forEach(Communicator::close);
  }
}
