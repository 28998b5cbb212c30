package io.starling.topology.locality;

import java.util.Arrays;

/**
 * Messages between neighbours in a grid or graph: the cost is the sum of all. A swap changes those
 * of two ranks.
 */
public final class EdgesPattern implements CommunicationPattern {

  private final int size;
  private final int[] from;
  private final int[] to;
  private final double[] bytes;

  /** Where the edges of each rank begin in {@code edges}; one more entry at the end. */
  private final int[] edgesFrom;

  private final int[] edges;

  /**
   * A pattern.
   *
   * @param size the number of ranks
   * @param from the sender of each message
   * @param to its receiver
   * @param bytes its length, or its weight
   */
  public EdgesPattern(int size, int[] from, int[] to, double... bytes) {
    this.size = size;
    this.from = from.clone();
    this.to = to.clone();
    this.bytes = bytes.clone();
    edgesFrom = new int[size + 1];
    for (int edge = 0; edge < from.length; edge++) {
      edgesFrom[from[edge] + 1]++;
      edgesFrom[to[edge] + 1]++;
    }
    for (int rank = 0; rank < size; rank++) {
      edgesFrom[rank + 1] += edgesFrom[rank];
    }
    int[] next = Arrays.copyOf(edgesFrom, size);
    edges = new int[2 * from.length];
    for (int edge = 0; edge < from.length; edge++) {
      edges[next[from[edge]]++] = edge;
      edges[next[to[edge]]++] = edge;
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Evaluation evaluate(LinkCosts links, int... order) {
    CommunicationPattern.checkSize(this, links);
    return new EdgesEvaluation(links, order);
  }

  /** The cost if the fastest link of all were between any two ranks. */
  @Override
  public double lowerBound(LinkCosts links) {
    CommunicationPattern.checkSize(this, links);
    double sum = 0;
    double latency = fastest(links, 0);
    double perByte = fastest(links, 1) - latency;
    for (int edge = 0; edge < from.length; edge++) {
      sum += from[edge] == to[edge] ? 0 : latency + bytes[edge] * Math.max(0, perByte);
    }
    return sum;
  }

  private double fastest(LinkCosts links, double length) {
    double least = size > 1 ? Double.POSITIVE_INFINITY : 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        if (i != j) {
          least = Math.min(least, links.microseconds(i, j, length));
        }
      }
    }
    return least;
  }

  private final class EdgesEvaluation implements Evaluation {

    private final LinkCosts links;
    private final int[] order;
    private double cost;

    EdgesEvaluation(LinkCosts links, int... order) {
      this.links = links;
      this.order = order.clone();
      for (int edge = 0; edge < from.length; edge++) {
        cost += time(edge);
      }
    }

    private double time(int edge) {
      return links.microseconds(order[from[edge]], order[to[edge]], bytes[edge]);
    }

    @Override
    public double cost() {
      return cost;
    }

    @Override
    public double energyOfSwap(int one, int other) {
      double before = around(one, other);
      exchange(one, other);
      double after = around(one, other);
      exchange(one, other);
      return cost + after - before;
    }

    /** The messages of two ranks, each once. */
    private double around(int one, int other) {
      double sum = 0;
      for (int i = edgesFrom[one]; i < edgesFrom[one + 1]; i++) {
        sum += time(edges[i]);
      }
      for (int i = edgesFrom[other]; one != other && i < edgesFrom[other + 1]; i++) {
        int edge = edges[i];
        sum += from[edge] == one || to[edge] == one ? 0 : time(edge);
      }
      return sum;
    }

    private void exchange(int one, int other) {
      int host = order[one];
      order[one] = order[other];
      order[other] = host;
    }

    @Override
    public void swap(int one, int other) {
      double before = around(one, other);
      exchange(one, other);
      cost += around(one, other) - before;
    }

    @Override
    public int[] order() {
      return order.clone();
    }
  }
}
