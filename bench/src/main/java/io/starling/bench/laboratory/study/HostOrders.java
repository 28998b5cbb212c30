package io.starling.bench.laboratory.study;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.Evaluation;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.RankOrderSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;

/** Orders of hosts from the cheapest to the dearest that a search finds. */
final class HostOrders {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int CHANGES = 20_000;
  private static final double CLOSE = 0.005;

  private final CommunicationPattern pattern;
  private final LinkCosts links;
  private final SplittableRandom random;
  private final int[] best;
  private final int[] worst;

  /**
   * Searches for both ends.
   *
   * @param patience how long each search goes on without a better order
   * @throws CancellationException if the thread is interrupted
   */
  HostOrders(CommunicationPattern pattern, LatencyMatrix matrix, long seed, Duration patience) {
    this.pattern = pattern;
    links = LinkCosts.of(matrix);
    random = new SplittableRandom(seed);
    RankOrderSearch search =
        new RankOrderSearch(seed, patience, LIMIT, Runtime.getRuntime().availableProcessors());
    best = search(search, matrix);
    worst = search(search, inverted(matrix));
  }

  private int[] search(RankOrderSearch search, LatencyMatrix matrix) {
    try {
      return search.search(pattern, LinkCosts.of(matrix)).hosts().stream()
          .mapToInt(matrix.hosts()::indexOf)
          .toArray();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (CancellationException) new CancellationException().initCause(e);
    }
  }

  /** Far hosts are near: the best order is the worst. */
  private static LatencyMatrix inverted(LatencyMatrix matrix) {
    int size = matrix.size();
    double[][] times = new double[size][size];
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        least = Math.min(least, matrix.roundTrip(i, j));
        most = Math.max(most, matrix.roundTrip(i, j));
      }
    }
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        times[i][j] = i == j ? 0 : least + most - matrix.roundTrip(i, j);
      }
    }
    return LatencyMatrix.of(matrix.hosts(), times);
  }

  /** The cheapest order. */
  int[] best() {
    return best.clone();
  }

  /** The dearest order. */
  int[] worst() {
    return worst.clone();
  }

  /** The cost of an order by the model, in seconds. */
  double cost(int... order) {
    return pattern.cost(links, order) / 1e6;
  }

  /** An order that the seed draws. */
  int[] random() {
    int[] order = new int[links.size()];
    for (int i = 0; i < order.length; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  /** Orders at equal distances in the range of costs (the paper's table I has ten). */
  List<int[]> atDeciles(int count) {
    double low = cost(best);
    double high = cost(worst);
    List<int[]> orders = new ArrayList<>(List.of(best()));
    for (int i = 1; i < count - 1; i++) {
      orders.add(near(low + (high - low) * i / (count - 1), i < count / 2 ? best : worst));
    }
    orders.add(worst());
    return orders;
  }

  /**
   * Exchanges runs of hosts as long as the cost comes nearer to the wanted one. Runs, not only
   * single hosts: a cost that is a sum of maxima is the same for most orders.
   */
  private int[] near(double wanted, int... from) {
    Evaluation order = pattern.evaluate(links, from);
    double distance = Math.abs(order.cost() / 1e6 - wanted);
    for (int change = 0; change < CHANGES && distance > CLOSE * wanted; change++) {
      int run = 1 << random.nextInt(32 - Integer.numberOfLeadingZeros(from.length - 1));
      int one = random.nextInt(from.length / run) * run;
      int other = random.nextInt(from.length / run) * run;
      exchange(order, one, other, run);
      double changed = Math.abs(order.cost() / 1e6 - wanted);
      if (changed <= distance) {
        distance = changed;
      } else {
        exchange(order, one, other, run);
      }
    }
    return order.order();
  }

  private static void exchange(Evaluation order, int one, int other, int run) {
    for (int i = 0; one != other && i < run; i++) {
      order.swap(one + i, other + i);
    }
  }
}
