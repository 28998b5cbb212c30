package io.starling.collectives.reorder;

import io.starling.topology.layout.NodeTable;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** An order of hosts, and of their ranks: those of a host stay together. */
public final class HostOrder {

  /** An order must be better by so much, so that the ranks do not change places for nothing. */
  private static final double LEAST_GAIN = 0.1;

  /** Above it, the search for the bottleneck takes longer than it is worth. */
  private static final int MOST_EXPLAINED = 64;

  /**
   * What a search has found.
   *
   * @param hosts the hosts in their new order, or in the old one
   * @param explanation what was found, for people; empty if the order stays
   */
  public record Change(int[] hosts, Optional<String> explanation) {}

  private final NodeTable nodes;

  /** The hosts in their order. */
  private final int[] hosts;

  private final int[] places;

  private HostOrder(NodeTable nodes, int[] hosts, int... places) {
    this.nodes = nodes;
    this.hosts = hosts;
    this.places = places;
  }

  /** The ranks as they are, which need not be host by host. */
  public static HostOrder given(NodeTable nodes, int ranks) {
    return new HostOrder(
        nodes, IntStream.range(0, nodes.nodes()).toArray(), IntStream.range(0, ranks).toArray());
  }

  /** The ranks host by host. */
  public static HostOrder of(NodeTable nodes, int ranks, int... hosts) {
    int[] places = new int[ranks];
    int next = 0;
    for (int host : hosts) {
      for (int i = 0; i < nodes.ranksOf(host).size(); i++) {
        places[nodes.ranksOf(host).get(i)] = next++;
      }
    }
    return new HostOrder(nodes, hosts.clone(), places);
  }

  /** The host at a place in the order. */
  public int host(int place) {
    return hosts[place];
  }

  /** The hosts in their order. */
  public int[] hosts() {
    return hosts.clone();
  }

  /** Whether it has the hosts in this order. */
  public boolean isOf(int... others) {
    return Arrays.equals(hosts, others);
  }

  /** The place of a rank. */
  public int placeOf(int rank) {
    return places[rank];
  }

  /**
   * Searches for a better order.
   *
   * @param pattern what the hosts send to each other
   * @param times the round-trip times of all pairs of hosts in microseconds, then the times of a
   *     byte; each pair once
   */
  public Change improve(CommunicationPattern pattern, double... times) {
    LinkCosts links = LinkCosts.of(matrix(times));
    int[] found = RankSearch.order(pattern, links, LEAST_GAIN);
    int[] given = given();
    if (Arrays.equals(found, given)) {
      return new Change(hosts.clone(), Optional.empty());
    }
    return new Change(
        Arrays.stream(found).map(this::host).toArray(),
        Optional.of(
            explain(pattern, links, pattern.cost(links, given) / pattern.cost(links, found))));
  }

  /** Whether another order is clearly better than this one, by the times of all pairs. */
  public boolean isWorse(HostOrder other, CommunicationPattern pattern, double... times) {
    double cost = pattern.cost(LinkCosts.of(matrix(times)), given());
    double others = pattern.cost(LinkCosts.of(other.matrix(times)), given());
    return others < cost * (1 - LEAST_GAIN);
  }

  private int[] given() {
    return IntStream.range(0, hosts.length).toArray();
  }

  private String explain(CommunicationPattern pattern, LinkCosts links, double gain) {
    String change =
        String.format(
            Locale.ROOT,
            "the ranks take another order of hosts, %.2f times as fast by the model",
            gain);
    if (hosts.length > MOST_EXPLAINED) {
      return change;
    }
    Bottleneck slow = Bottleneck.of(pattern, links);
    return change
        + String.format(
            Locale.ROOT,
            "; the link between the hosts of ranks %d and %d held them up most, and the best single"
                + " exchange would have been the hosts of ranks %d and %d",
            leader(slow.one()),
            leader(slow.other()),
            leader(slow.moved()),
            leader(slow.replacement()));
  }

  private int leader(int place) {
    return nodes.ranksOf(host(place)).lowest();
  }

  /** The links between the hosts in their present order. */
  private LatencyMatrix matrix(double... times) {
    int size = hosts.length;
    double[][] roundTrips = new double[size][size];
    double[][] rates = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        int there = hosts[i] * size + hosts[j];
        int back = hosts[j] * size + hosts[i];
        int second = size * size;
        if (i != j) {
          roundTrips[i][j] = Math.max(times[there], times[back]);
          rates[i][j] = 1 / Math.max(times[second + there], times[second + back]);
        }
      }
    }
    List<String> names = IntStream.range(0, size).mapToObj(place -> "place " + place).toList();
    return LatencyMatrix.of(names, roundTrips, rates);
  }
}
