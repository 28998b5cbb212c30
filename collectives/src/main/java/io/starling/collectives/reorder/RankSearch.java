package io.starling.collectives.reorder;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.RankOrder;
import io.starling.topology.locality.RankOrderSearch;
import java.time.Duration;
import java.util.stream.IntStream;

/** Searches for an order of ranks in little time, on the thread of a rank. */
public final class RankSearch {

  /** Above it, a search takes long and the table of distances is large: the ranks stay. */
  public static final int MOST_RANKS = 1024;

  private static final long SEED = 1;
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private RankSearch() {}

  /**
   * The best order found, if it costs less than the given one.
   *
   * @param gain by which part of the given order's cost a new order must be better
   * @return for each place in the pattern the rank that takes it
   */
  public static int[] order(CommunicationPattern pattern, LinkCosts links, double gain) {
    int[] given = IntStream.range(0, pattern.size()).toArray();
    try {
      RankOrder found = new RankOrderSearch(SEED, Duration.ZERO, LIMIT, 1).search(pattern, links);
      return found.cost() < found.costBefore() * (1 - gain)
          ? found.hosts().stream().mapToInt(links.matrix().hosts()::indexOf).toArray()
          : given;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return given;
    }
  }
}
