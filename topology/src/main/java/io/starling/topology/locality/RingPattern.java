package io.starling.topology.locality;

/**
 * A ring: the cost is the sum of all hops (Cloud Collectives, section IV-A). A swap and a reversal
 * change four hops at most.
 *
 * @param size the number of ranks
 * @param bytes what each hop passes on
 */
public record RingPattern(int size, double bytes) implements CommunicationPattern {

  @Override
  public Evaluation evaluate(LinkCosts links, int... order) {
    CommunicationPattern.checkSize(this, links);
    return new RingEvaluation(links.all(bytes), order);
  }

  @Override
  public double lowerBound(LinkCosts links) {
    CommunicationPattern.checkSize(this, links);
    return HeldKarpBound.of(links.all(bytes), size);
  }

  private static final class RingEvaluation implements Evaluation {

    private final double[] costs;
    private final int[] order;
    private final int size;
    private double cost;

    RingEvaluation(double[] costs, int... order) {
      this.costs = costs;
      this.order = order.clone();
      size = order.length;
      for (int rank = 0; rank < size; rank++) {
        cost += hop(rank);
      }
    }

    /** The hop from a rank to the next one. */
    private double hop(int rank) {
      return between(order[rank], order[rank + 1 == size ? 0 : rank + 1]);
    }

    private double between(int from, int to) {
      return costs[from * size + to];
    }

    private int before(int rank) {
      return rank == 0 ? size - 1 : rank - 1;
    }

    @Override
    public double cost() {
      return cost;
    }

    @Override
    public int[] order() {
      return order.clone();
    }

    @Override
    public void swap(int one, int other) {
      if (one == other) {
        return;
      }
      double old = around(one, other);
      int host = order[one];
      order[one] = order[other];
      order[other] = host;
      cost += around(one, other) - old;
    }

    /** The hops that touch two ranks, each once. */
    private double around(int one, int other) {
      double sum = hop(one) + hop(before(one));
      if (other != one && before(other) != one) {
        sum += hop(before(other));
      }
      if (before(one) != other) {
        sum += hop(other);
      }
      return sum;
    }

    @Override
    public double energyOfReversal(int from, int to) {
      if (to - from + 1 >= size) {
        return cost; // The same ring the other way round.
      }
      int left = order[before(from)];
      int right = order[to + 1 == size ? 0 : to + 1];
      return cost
          + between(left, order[to])
          + between(order[from], right)
          - between(left, order[from])
          - between(order[to], right);
    }

    @Override
    public void reverse(int from, int to) {
      cost = energyOfReversal(from, to);
      for (int low = from, high = to; low < high; low++, high--) {
        int host = order[low];
        order[low] = order[high];
        order[high] = host;
      }
    }

    @Override
    public boolean reversesFast() {
      return true;
    }
  }
}
