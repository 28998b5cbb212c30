package io.starling.topology.locality;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A solver that looks for the best order of all, or proves that there is none below some cost. The
 * optional module {@code solvers} provides them.
 */
public interface ExactSearch {

  /** The name that {@code starling reorder --solver} takes. */
  String name();

  /**
   * Looks for a better order.
   *
   * @param order the best order that is known, the host of each rank; its cost prunes the search
   * @param limit the longest time
   * @return what was found; it never fails because a library does not load
   * @throws InterruptedException if this thread is interrupted; the solver ends
   */
  Answer improve(CommunicationPattern pattern, LinkCosts links, int[] order, Duration limit)
      throws InterruptedException;

  /**
   * What a solver has found.
   *
   * @param order the host of each rank; the known order if no better one was found
   * @param lowerBound a cost in microseconds that no order can be below; 0 if none was proved
   * @param remark a line for people: that the order is the best, or why that is not known
   */
  record Answer(int[] order, double lowerBound, String remark) {}

  /** The solvers that are on the class path or module path. */
  static List<ExactSearch> all() {
    return ServiceLoader.load(ExactSearch.class, ExactSearch.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * What is better of the two: an order that a search has found, or that of this solver.
   *
   * @throws InterruptedException if this thread is interrupted; the solver ends
   */
  default Improved improve(
      RankOrder found, CommunicationPattern pattern, LinkCosts links, Duration limit)
      throws InterruptedException {
    List<String> hosts = links.matrix().hosts();
    int[] order = found.hosts().stream().mapToInt(hosts::indexOf).toArray();
    Answer answer = improve(pattern, links, order.clone(), limit);
    double cost = pattern.cost(links, answer.order());
    boolean isBetter = cost < found.cost();
    double least = Math.min(cost, found.cost());
    List<String> best =
        isBetter ? Arrays.stream(answer.order()).mapToObj(hosts::get).toList() : found.hosts();
    double bound = Math.min(least, Math.max(found.lowerBound(), answer.lowerBound()));
    return new Improved(
        new RankOrder(best, least, found.costBefore(), bound, found.annealings()), answer.remark());
  }

  /**
   * An order and what the solver says about it.
   *
   * @param order the better of two
   * @param remark a line for people
   */
  record Improved(RankOrder order, String remark) {}
}
