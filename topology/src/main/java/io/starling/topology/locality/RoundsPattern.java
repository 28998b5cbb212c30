package io.starling.topology.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rounds of messages between pairs of ranks. A round lasts as long as its slowest message, and the
 * cost is the sum over the rounds (Cloud Collectives, section IV-A: halving-doubling and BCube). A
 * swap changes the messages of two ranks; a tournament tree per round finds the new maximum.
 */
public final class RoundsPattern implements CommunicationPattern {

  /**
   * The messages of a round.
   *
   * @param from the sender of each
   * @param to the receiver of each
   * @param bytes the length of all
   */
  public record Round(int[] from, int[] to, double bytes) {

    /** Messages between pairs, each a sender and a receiver. */
    static Round of(List<int[]> pairs, double bytes) {
      return new Round(
          pairs.stream().mapToInt(pair -> pair[0]).toArray(),
          pairs.stream().mapToInt(pair -> pair[1]).toArray(),
          bytes);
    }
  }

  private final int size;
  private final List<Round> rounds;

  /** For each rank, the rounds and messages that it takes part in: round, message, round ... */
  private final int[][] messagesOf;

  /** A pattern; rounds without messages are left out. */
  RoundsPattern(int size, List<Round> rounds) {
    this.size = size;
    this.rounds = rounds.stream().filter(round -> round.from.length > 0).toList();
    List<List<Integer>> messages = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      messages.add(new ArrayList<>());
    }
    for (int round = 0; round < this.rounds.size(); round++) {
      Round its = this.rounds.get(round);
      for (int message = 0; message < its.from.length; message++) {
        messages.get(its.from[message]).addAll(List.of(round, message));
        messages.get(its.to[message]).addAll(List.of(round, message));
      }
    }
    messagesOf =
        messages.stream()
            .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
  }

  @Override
  public int size() {
    return size;
  }

  /** The rounds, one after the other; none is empty. */
  public List<Round> rounds() {
    return rounds;
  }

  @Override
  public Evaluation evaluate(LinkCosts links, int... order) {
    CommunicationPattern.checkSize(this, links);
    return new RoundsEvaluation(links, order);
  }

  @Override
  public double lowerBound(LinkCosts links) {
    CommunicationPattern.checkSize(this, links);
    return RoundsBound.of(links, rounds);
  }

  /** Blocks are matched where they are whole; each second seed is left to chance. */
  @Override
  public int[] startingOrder(LinkCosts links, long seed) {
    return Integer.bitCount(size) == 1 && size > 1 && seed % 2 == 1
        ? BlockMatching.order(links.all(rounds.getFirst().bytes), size, seed)
        : new int[0];
  }

  private final class RoundsEvaluation implements Evaluation {

    private final double[] latency;
    private final double[] perByte;
    private final int[] order;
    private final Tournament[] slowest;

    /** For each round, how much a swap adds to the sum of powers. */
    private final double[] added;

    private double energy;

    RoundsEvaluation(LinkCosts links, int... order) {
      latency = links.all(0);
      perByte = links.all(1);
      Arrays.setAll(perByte, pair -> perByte[pair] - latency[pair]);
      this.order = order.clone();
      slowest = new Tournament[rounds.size()];
      for (int round = 0; round < slowest.length; round++) {
        double[] times = new double[rounds.get(round).from.length];
        for (int message = 0; message < times.length; message++) {
          times[message] = time(round, message);
        }
        slowest[round] = new Tournament(times);
      }
      added = new double[slowest.length];
      sumEnergy();
    }

    private double time(int round, int message) {
      Round its = rounds.get(round);
      int pair = order[its.from[message]] * size + order[its.to[message]];
      return latency[pair] + its.bytes * perByte[pair];
    }

    private void sumEnergy() {
      energy = 0;
      for (Tournament round : slowest) {
        energy += round.norm(0);
      }
    }

    @Override
    public double cost() {
      double sum = 0;
      for (Tournament round : slowest) {
        sum += round.maximum();
      }
      return sum;
    }

    /** The sum over the rounds of a norm of all messages: a slow one counts wherever it is. */
    @Override
    public double energy() {
      return energy;
    }

    @Override
    public double energyOfSwap(int one, int other) {
      Arrays.fill(added, 0);
      exchange(one, other);
      add(one);
      add(other);
      exchange(one, other);
      double sum = 0;
      for (int round = 0; round < added.length; round++) {
        sum += slowest[round].norm(added[round]);
      }
      return sum;
    }

    private void exchange(int one, int other) {
      int host = order[one];
      order[one] = order[other];
      order[other] = host;
    }

    /** A message between the two that are swapped takes as long as before, so it adds nothing. */
    private void add(int rank) {
      int[] messages = messagesOf[rank];
      for (int i = 0; i < messages.length; i += 2) {
        int round = messages[i];
        added[round] += slowest[round].added(messages[i + 1], time(round, messages[i + 1]));
      }
    }

    @Override
    public int[] order() {
      return order.clone();
    }

    @Override
    public void swap(int one, int other) {
      exchange(one, other);
      refresh(one);
      refresh(other);
      sumEnergy();
    }

    private void refresh(int rank) {
      int[] messages = messagesOf[rank];
      for (int i = 0; i < messages.length; i += 2) {
        slowest[messages[i]].set(messages[i + 1], time(messages[i], messages[i + 1]));
      }
    }
  }
}
