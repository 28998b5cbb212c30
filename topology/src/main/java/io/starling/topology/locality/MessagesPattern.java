package io.starling.topology.locality;

import java.util.Arrays;

/**
 * Any messages between ranks, such as those of a registered algorithm. Each change computes the
 * whole cost anew, in time linear in the number of messages.
 */
public final class MessagesPattern implements CommunicationPattern {

  private static final int FIRST = -1;

  private final MessageGraph graph;
  private final Timing timing;
  private final int[] rounds;
  private final int roundCount;
  private final int[] previous;

  /**
   * The cost of these messages.
   *
   * @param timing not {@link Timing#TOTAL}, which {@link EdgesPattern} has
   */
  public MessagesPattern(MessageGraph graph, Timing timing) {
    if (timing == Timing.TOTAL) {
      throw new IllegalArgumentException("the total of messages is an EdgesPattern");
    }
    this.graph = graph;
    this.timing = timing;
    rounds = timing == Timing.ROUNDS ? graph.rounds() : new int[0];
    roundCount = Arrays.stream(rounds).max().orElse(-1) + 1;
    previous = timing == Timing.LINKS ? graph.previous() : new int[0];
  }

  @Override
  public int size() {
    return graph.ranks();
  }

  @Override
  public Evaluation evaluate(LinkCosts links, int... order) {
    CommunicationPattern.checkSize(this, links);
    return new MessagesEvaluation(Lines.of(links), order);
  }

  /** The cost if the fastest link of all were between any two ranks. */
  @Override
  public double lowerBound(LinkCosts links) {
    CommunicationPattern.checkSize(this, links);
    return new MessagesEvaluation(Lines.of(links).fastest(), identity()).cost();
  }

  private int[] identity() {
    int[] order = new int[size()];
    Arrays.setAll(order, rank -> rank);
    return order;
  }

  /** The time of a message without bytes, and the time of each byte, between all hosts. */
  private record Lines(int hosts, double[] latency, double[] perByte) {

    static Lines of(LinkCosts links) {
      double[] latency = links.all(0);
      double[] perByte = links.all(1);
      for (int i = 0; i < latency.length; i++) {
        perByte[i] -= latency[i];
      }
      return new Lines(links.size(), latency, perByte);
    }

    Lines fastest() {
      return new Lines(hosts, fastest(latency), fastest(perByte));
    }

    private double[] fastest(double... all) {
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < all.length; i++) {
        if (i / hosts != i % hosts) {
          least = Math.min(least, all[i]);
        }
      }
      double[] everywhere = new double[all.length];
      Arrays.fill(everywhere, least);
      return everywhere;
    }
  }

  private final class MessagesEvaluation implements Evaluation {

    private final Lines lines;
    private final int[] order;

    /** When each message arrives. */
    private final double[] arrival = new double[graph.size()];

    /** When its last byte has left, where that holds up the next message of the same two ranks. */
    private final double[] free = new double[timing == Timing.LINKS ? graph.size() : 0];

    private final double[] slowest = new double[roundCount];
    private final double[] endOfRank = new double[size()];
    private double cost;
    private double energy;

    MessagesEvaluation(Lines lines, int... order) {
      this.lines = lines;
      this.order = order.clone();
      compute();
    }

    private void compute() {
      if (timing == Timing.ROUNDS) {
        sumRounds();
      } else {
        followChains();
      }
    }

    private int line(int message) {
      return order[graph.from()[message]] * lines.hosts + order[graph.to()[message]];
    }

    private void sumRounds() {
      Arrays.fill(slowest, 0);
      double sum = 0;
      for (int message = 0; message < arrival.length; message++) {
        int line = line(message);
        double time = lines.latency[line] + graph.bytes()[message] * lines.perByte[line];
        slowest[rounds[message]] = Math.max(slowest[rounds[message]], time);
        sum += time;
      }
      cost = Arrays.stream(slowest).sum();
      energy = cost + sum / size();
    }

    private void followChains() {
      Arrays.fill(endOfRank, 0);
      for (int message = 0; message < arrival.length; message++) {
        int line = line(message);
        double bytes = graph.bytes()[message] * lines.perByte[line];
        double start = start(message);
        if (timing == Timing.LINKS) {
          int before = previous[message];
          start = before == FIRST ? start : Math.max(start, free[before]);
          free[message] = start + bytes;
        }
        arrival[message] = start + lines.latency[line] + bytes;
        int receiver = graph.to()[message];
        endOfRank[receiver] = Math.max(endOfRank[receiver], arrival[message]);
      }
      cost = Arrays.stream(endOfRank).max().orElse(0);
      energy = cost + Arrays.stream(endOfRank).sum() / size();
    }

    private double start(int message) {
      double start = 0;
      for (int i = graph.afterFrom()[message]; i < graph.afterFrom()[message + 1]; i++) {
        start = Math.max(start, arrival[graph.after()[i]]);
      }
      return start;
    }

    @Override
    public double cost() {
      return cost;
    }

    /** The cost and a mean: what is not on the longest chain counts a little, too. */
    @Override
    public double energy() {
      return energy;
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
      int host = order[one];
      order[one] = order[other];
      order[other] = host;
      compute();
    }
  }
}
