package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who a rank's neighbours are, as the model says.
 *
 * @param sources the ranks it receives from
 * @param slots which of its destinations each source takes this rank for
 * @param destinations the ranks it sends to
 */
record NeighbourModel(int[] sources, int[] slots, int[] destinations) {

  /** On a grid: a message to the lower neighbour arrives as one from the upper neighbour. */
  static NeighbourModel onGrid(int[] dimensions, boolean[] periodic, int rank) {
    int[] neighbours = new int[2 * dimensions.length];
    int[] slots = new int[neighbours.length];
    int stride = 1;
    for (int i = dimensions.length - 1; i >= 0; i--) {
      int at = rank / stride % dimensions[i];
      for (int side = 0; side < 2; side++) {
        int next = at + 2 * side - 1;
        boolean isBeyond = (next < 0 || next >= dimensions[i]) && !periodic[i];
        int there = Math.floorMod(next, dimensions[i]);
        neighbours[2 * i + side] = isBeyond ? Communicator.PROC_NULL : rank + (there - at) * stride;
        slots[2 * i + side] = 2 * i + 1 - side;
      }
      stride *= dimensions[i];
    }
    return new NeighbourModel(neighbours, slots, neighbours.clone());
  }

  /** On a graph; of several edges between two ranks, the first of one is the first of the other. */
  static NeighbourModel onGraph(List<int[]> edges, int rank) {
    List<Integer> sources = new ArrayList<>();
    List<Integer> slots = new ArrayList<>();
    int[] sent = new int[edges.stream().flatMapToInt(Arrays::stream).max().orElse(0) + 1];
    for (int[] edge : edges) {
      if (edge[1] == rank) {
        sources.add(edge[0]);
        slots.add(sent[edge[0]]);
      }
      sent[edge[0]]++;
    }
    return new NeighbourModel(
        ints(sources),
        ints(slots),
        edges.stream().filter(edge -> edge[0] == rank).mapToInt(edge -> edge[1]).toArray());
  }

  private static int[] ints(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }
}
