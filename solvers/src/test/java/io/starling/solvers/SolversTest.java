package io.starling.solvers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.CostModels;
import io.starling.topology.locality.EdgesPattern;
import io.starling.topology.locality.ExactSearch;
import io.starling.topology.locality.ExactSearch.Answer;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.RankOrder;
import io.starling.topology.locality.RankOrderSearch;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the solvers find, against all orders of a few hosts. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SolversTest {

  /** Times are rounded down to a ten-millionth of the slowest message. */
  private static final Percentage ROUNDING = Percentage.withPercentage(1e-3);

  private static final Duration LIMIT = Duration.ofSeconds(60);

  static Stream<Arguments> cases() {
    return Stream.of(3, 4, 5, 6, 7)
        .flatMap(
            size ->
                Stream.of(
                    CostModels.ring(size, 1e6),
                    CostModels.halvingDoubling(size, 1e6),
                    CostModels.doubleBinaryTree(size, 1e6),
                    CostModels.bcube(size, 1e6, 2),
                    CostModels.bcube(size, 1e6, 3)))
        .flatMap(
            pattern -> ExactSearch.all().stream().map(solver -> Arguments.of(solver, pattern)));
  }

  static Stream<ExactSearch> solvers() {
    return ExactSearch.all().stream();
  }

  @Test
  void both_are_found_by_the_service_loader() {
    assertThat(ExactSearch.all())
        .extracting(ExactSearch::name)
        .containsExactlyInAnyOrder("cp-sat", "z3");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void each_finds_the_best_of_all_orders_and_proves_it(
      ExactSearch solver, CommunicationPattern pattern) throws InterruptedException {
    int size = pattern.size();
    for (boolean hasRacks : new boolean[] {false, true}) {
      LinkCosts links = LinkCosts.of(hasRacks ? Hosts.racks(size, size) : Hosts.random(size, size));
      double best = Hosts.least(pattern, links);
      int[] given = IntStream.range(0, size).toArray();
      Answer answer = solver.improve(pattern, links, given, LIMIT);
      assertThat(answer.remark()).isEqualTo(solver.name() + ": no order is better");
      assertThat(pattern.cost(links, answer.order())).isCloseTo(best, ROUNDING);
      assertThat(answer.lowerBound()).isCloseTo(best, ROUNDING);
      assertThat(answer.lowerBound()).isLessThanOrEqualTo(best * (1 + 1e-9));
      assertThat(pattern.lowerBound(links)).isLessThanOrEqualTo(best * (1 + 1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void an_order_of_the_search_stays_if_it_is_the_best(ExactSearch solver)
      throws InterruptedException {
    LinkCosts links = LinkCosts.of(Hosts.racks(8, 5));
    CommunicationPattern pattern = CostModels.halvingDoubling(8, 1e6);
    RankOrder found =
        new RankOrderSearch(1, Duration.ofMillis(50), Duration.ofSeconds(10), 2)
            .search(pattern, links);
    // In so short a time the search does not find the best order on every machine.
    RankOrder best = solver.improve(found, pattern, links, LIMIT).order();
    assertThat(best.cost()).isCloseTo(Hosts.least(pattern, links), ROUNDING);
    ExactSearch.Improved proved = solver.improve(best, pattern, links, LIMIT);
    assertThat(proved.order().cost()).isCloseTo(best.cost(), ROUNDING);
    assertThat(proved.order().gap()).isBetween(0.0, 1e-5);
    assertThat(proved.order().costBefore()).isEqualTo(found.costBefore());
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void each_keeps_its_time_and_the_known_order(ExactSearch solver) throws InterruptedException {
    LinkCosts links = LinkCosts.of(Hosts.random(24, 5));
    CommunicationPattern pattern = CostModels.doubleBinaryTree(24, 1e6);
    int[] given = IntStream.range(0, 24).toArray();
    long start = System.nanoTime();
    Answer answer = solver.improve(pattern, links, given, Duration.ofSeconds(1));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    assertThat(answer.remark())
        .isEqualTo(solver.name() + ": the best order is not proved after 1 s");
    assertThat(pattern.cost(links, answer.order()))
        .isLessThanOrEqualTo(pattern.cost(links, given) * (1 + 1e-5));
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void an_interrupt_ends_each(ExactSearch solver) {
    LinkCosts links = LinkCosts.of(Hosts.random(24, 5));
    CommunicationPattern pattern = CostModels.doubleBinaryTree(24, 1e6);
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                solver.improve(
                    pattern, links, IntStream.range(0, 24).toArray(), Duration.ofMinutes(10)))
        .isInstanceOf(InterruptedException.class);
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void what_they_do_not_solve_is_refused_in_a_line(ExactSearch solver) throws InterruptedException {
    EdgesPattern grid = new EdgesPattern(3, new int[] {0, 1}, new int[] {1, 2}, 1e6, 1e6);
    assertThat(remark(solver, grid, LIMIT))
        .endsWith("solves only rings, halving-doubling, bcube and double trees of the paper");
    assertThat(remark(solver, CostModels.ring(2, 1e6), LIMIT))
        .endsWith("2 hosts have one order only");
    assertThat(remark(solver, CostModels.ring(200, 1e6), LIMIT))
        .endsWith("200 hosts are too many for an exact answer; at most 128");
    assertThat(remark(solver, CostModels.ring(5, 1e6), Duration.ZERO))
        .endsWith("there was no time to solve");
  }

  private static String remark(ExactSearch solver, CommunicationPattern pattern, Duration limit)
      throws InterruptedException {
    LinkCosts links = LinkCosts.of(Hosts.random(pattern.size(), 1));
    int[] given = IntStream.range(0, pattern.size()).toArray();
    Answer answer = solver.improve(pattern, links, given, limit);
    assertThat(answer.order()).isEqualTo(given);
    assertThat(List.of(answer.lowerBound())).containsExactly(0.0);
    return answer.remark();
  }
}
