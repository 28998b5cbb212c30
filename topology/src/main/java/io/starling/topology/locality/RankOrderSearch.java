package io.starling.topology.locality;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Searches for the order of hosts in which a pattern costs least, by simulated annealing (Cloud
 * Collectives, section IV-C). Each core anneals again and again, each time with another seed, until
 * nothing better was found for a while. An annealing depends on its seed alone.
 *
 * @param seed of the first annealing; the next have the numbers that follow
 * @param patience how long to go on without a better order
 * @param limit the longest time of the whole search
 * @param threads how many annealings run at a time
 */
public record RankOrderSearch(long seed, Duration patience, Duration limit, int threads) {

  /** The best order so far. */
  private record Best(double cost, int[] order, long since) {}

  /**
   * A search.
   *
   * @throws IllegalArgumentException if there is no thread or a duration is negative
   */
  public RankOrderSearch {
    if (threads < 1 || patience.isNegative() || limit.isNegative()) {
      throw new IllegalArgumentException(
          "a search needs a thread and no negative times, not %d threads, %s and %s"
              .formatted(threads, patience, limit));
    }
  }

  /**
   * The best order found.
   *
   * @throws IllegalArgumentException if the pattern does not fit the hosts
   * @throws InterruptedException if this thread is interrupted; the search ends
   */
  public RankOrder search(CommunicationPattern pattern, LinkCosts links)
      throws InterruptedException {
    CommunicationPattern.checkSize(pattern, links);
    int[] given = IntStream.range(0, links.size()).toArray();
    double before = pattern.cost(links, given);
    AtomicInteger annealings = new AtomicInteger();
    var best = new AtomicReference<>(new Best(before, given, System.nanoTime()));
    long end = System.nanoTime() + limit.toNanos();
    AtomicBoolean stopped = new AtomicBoolean();
    BooleanSupplier isOver = () -> stopped.get() || System.nanoTime() - end >= 0;
    try (ExecutorService cores = Executors.newFixedThreadPool(threads)) {
      List<Future<?>> running =
          IntStream.range(0, threads)
              .<Future<?>>mapToObj(
                  _ -> cores.submit(() -> anneal(pattern, links, annealings, best, isOver)))
              .toList();
      try {
        double bound = pattern.lowerBound(links);
        for (Future<?> each : running) {
          each.get();
        }
        Best found = best.get();
        List<String> hosts =
            Arrays.stream(found.order).mapToObj(links.matrix().hosts()::get).toList();
        return new RankOrder(hosts, found.cost, before, bound, annealings.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("the search failed: " + e.getCause(), e);
      } finally {
        stopped.set(true);
      }
    }
  }

  private void anneal(
      CommunicationPattern pattern,
      LinkCosts links,
      AtomicInteger annealings,
      AtomicReference<Best> best,
      BooleanSupplier isOver) {
    if (links.size() < 3) {
      return;
    }
    do {
      long itsSeed = seed + annealings.getAndIncrement();
      Annealing annealing = new Annealing(pattern, links, itsSeed);
      annealing.run(isOver);
      int[] order = annealing.bestOrder();
      double cost = pattern.cost(links, order);
      best.accumulateAndGet(
          new Best(cost, order, System.nanoTime()),
          (old, found) -> found.cost < old.cost ? found : old);
    } while (!isOver.getAsBoolean() && System.nanoTime() - best.get().since < patience.toNanos());
  }
}
