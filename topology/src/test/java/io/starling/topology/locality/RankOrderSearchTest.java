package io.starling.topology.locality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the search finds, against all orders of a few hosts and the bounds. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RankOrderSearchTest {

  /** Longer than a busy machine keeps a thread waiting. */
  private static final Duration PATIENCE = Duration.ofMillis(120);

  private static final Percentage ROUNDING = Percentage.withPercentage(1e-6);

  static Stream<CommunicationPattern> small() {
    return Stream.of(2, 3, 5, 6, 7, 8)
        .flatMap(
            size ->
                List.of(
                    CostModels.ring(size, 1e6),
                    CostModels.halvingDoubling(size, 1e6),
                    CostModels.doubleBinaryTree(size, 1e6),
                    CostModels.bcube(size, 1e6, 2),
                    CostModels.bcube(size, 1e6, 3))
                    .stream());
  }

  private static RankOrder search(CommunicationPattern pattern, LinkCosts links, long seed)
      throws InterruptedException {
    return new RankOrderSearch(seed, PATIENCE, Duration.ofSeconds(20), 2).search(pattern, links);
  }

  @ParameterizedTest
  @MethodSource("small")
  void it_finds_the_best_of_all_orders_and_no_bound_is_above_it(CommunicationPattern pattern)
      throws InterruptedException {
    for (long seed = 1; seed <= 3; seed++) {
      LinkCosts links = LinkCosts.of(Matrices.random(pattern.size(), seed));
      double best = Matrices.least(pattern.size(), order -> pattern.cost(links, order));
      assertThat(pattern.lowerBound(links)).isLessThanOrEqualTo(best * (1 + 1e-9));
      RankOrder found = search(pattern, links, seed);
      assertThat(found.cost()).isCloseTo(best, ROUNDING);
      assertThat(found.costBefore()).isGreaterThanOrEqualTo(found.cost() * (1 - 1e-9));
      assertThat(found.hosts()).containsExactlyInAnyOrderElementsOf(links.matrix().hosts());
      assertThat(cost(pattern, links, found)).isCloseTo(found.cost(), ROUNDING);
    }
  }

  private static double cost(CommunicationPattern pattern, LinkCosts links, RankOrder found) {
    return pattern.cost(
        links, found.hosts().stream().mapToInt(links.matrix().hosts()::indexOf).toArray());
  }

  @ParameterizedTest
  @MethodSource("small")
  void no_bound_is_above_the_best_order_of_hosts_in_racks(CommunicationPattern pattern) {
    int size = pattern.size();
    for (int seed = 1; seed <= 5; seed++) {
      int racks = seed;
      int[] rackOf = IntStream.range(0, size).map(host -> host * host % 7 % racks).toArray();
      LinkCosts links = LinkCosts.of(Matrices.racks(rackOf, 2, 0.5, seed));
      double best = Matrices.least(size, order -> pattern.cost(links, order));
      assertThat(pattern.lowerBound(links)).isBetween(0.0, best * (1 + 1e-9));
    }
  }

  @Test
  void a_rack_of_an_odd_size_makes_each_round_of_halving_doubling_as_slow_as_its_way_out() {
    int[] rackOf = IntStream.range(0, 128).map(host -> host < 33 ? 0 : 1).toArray();
    LinkCosts links = LinkCosts.of(Matrices.racks(rackOf, 1, 0, 1));
    double way = 7 * 200 / 2.0 + 1e6 * 127 / 128 * 200 / LinkCosts.DEFAULT_WINDOW_BYTES;
    assertThat(CostModels.halvingDoubling(128, 1e6).lowerBound(links)).isCloseTo(way, ROUNDING);
  }

  @Test
  void blocks_are_matched_inside_their_racks() {
    int[] rackOf = IntStream.range(0, 64).map(host -> host * 5 % 8).toArray();
    LinkCosts links = LinkCosts.of(Matrices.racks(rackOf, 2, 0.9, 3));
    int[] order = BlockMatching.order(links.all(1e6), 64, 1);
    assertThat(order).containsExactlyInAnyOrder(IntStream.range(0, 64).toArray());
    for (int rank = 0; rank < 64; rank++) {
      assertThat(rackOf[order[rank]]).isEqualTo(rackOf[order[rank & ~7]]);
    }
  }

  @Test
  void measured_bandwidths_do_not_lift_a_bound_above_the_best_order() {
    for (int seed = 1; seed <= 5; seed++) {
      LatencyMatrix times = Matrices.random(6, seed);
      double[][] rates = new double[6][6];
      for (int i = 0; i < 36; i++) {
        rates[i / 6][i % 6] = 1000 / (1 + Matrices.random(6, 50 + seed).roundTrip(i / 6, i % 6));
      }
      double[][] roundTrips = new double[6][6];
      for (int i = 0; i < 36; i++) {
        roundTrips[i / 6][i % 6] = times.roundTrip(i / 6, i % 6);
      }
      LinkCosts links = LinkCosts.of(LatencyMatrix.of(times.hosts(), roundTrips, rates));
      for (CommunicationPattern pattern :
          List.of(CostModels.halvingDoubling(6, 1e4), CostModels.bcube(6, 1e4, 3))) {
        double best = Matrices.least(6, order -> pattern.cost(links, order));
        assertThat(pattern.lowerBound(links)).isBetween(0.3 * best, best * (1 + 1e-9));
      }
    }
  }

  @Test
  void a_ring_leaves_and_enters_each_rack_once() throws InterruptedException {
    int[] rackOf = IntStream.range(0, 48).map(host -> host * 7 % 6).toArray();
    LinkCosts links = LinkCosts.of(Matrices.racks(rackOf, 2, 0.1, 4));
    RankOrder found = search(CostModels.ring(48, 100e6), links, 9);
    int[] racks =
        found.hosts().stream()
            .mapToInt(host -> rackOf[links.matrix().hosts().indexOf(host)])
            .toArray();
    long crossings = IntStream.range(0, 48).filter(i -> racks[i] != racks[(i + 1) % 48]).count();
    assertThat(crossings).isEqualTo(6);
    assertThat(found.gap()).isBetween(-1e-9, 0.02);
    assertThat(found.costBefore()).isGreaterThan(3 * found.cost());
  }

  @Test
  void an_annealing_depends_on_its_seed_alone() {
    LinkCosts links = LinkCosts.of(Matrices.random(40, 3));
    CommunicationPattern pattern = CostModels.halvingDoubling(40, 1e6);
    int[][] orders = new int[3][];
    for (int i = 0; i < 3; i++) {
      Annealing annealing = new Annealing(pattern, links, i < 2 ? 5 : 6);
      annealing.run(() -> false);
      orders[i] = annealing.bestOrder();
    }
    assertThat(orders[0]).isEqualTo(orders[1]).isNotEqualTo(orders[2]);
  }

  @Test
  void it_ends_in_time_and_at_an_interrupt() throws InterruptedException {
    LinkCosts links = LinkCosts.of(Matrices.random(200, 3));
    CommunicationPattern pattern = CostModels.doubleBinaryTree(200, 1e6);
    long start = System.nanoTime();
    new RankOrderSearch(1, Duration.ofMinutes(5), Duration.ofMillis(300), 1).search(pattern, links);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                new RankOrderSearch(1, Duration.ofMinutes(5), Duration.ofMinutes(5), 1)
                    .search(pattern, links))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void it_needs_a_thread_and_time() {
    assertThatThrownBy(() -> new RankOrderSearch(1, Duration.ZERO, Duration.ZERO, 0))
        .hasMessage("a search needs a thread and no negative times, not 0 threads, PT0S and PT0S");
  }

  @Test
  void a_bound_is_named_where_it_says_something() {
    List<String> hosts = List.of("a", "b");
    assertThat(new RankOrder(hosts, 10, 20, 9.5, 1).describe())
        .isEqualTo(
            "2.00 times as fast as in the given order; no order is better by more than 5.0 %");
    assertThat(new RankOrder(hosts, 10, 20, 4.9, 1).describe())
        .isEqualTo("2.00 times as fast as in the given order");
    assertThat(new RankOrder(List.of("a"), 0, 0, 0, 1).describe())
        .isEqualTo("as fast as in the given order: nothing is sent");
  }
}
