package io.starling.collectives.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.Choice;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Specification;
import io.starling.topology.layout.Layout;
import io.starling.topology.locality.CommunicationPattern;
import io.starling.topology.locality.CostModels;
import io.starling.topology.locality.LatencyMatrix;
import io.starling.topology.locality.LinkCosts;
import io.starling.topology.locality.Timing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class AlgorithmPatternTest {

  private static final long BYTES = 3 << 20;
  private static final long SEED = 20;

  /** Hosts at random distances of 20 to 200 us. */
  private static LinkCosts randomLinks(int hosts, long seed) {
    Random random = new Random(seed);
    double[][] times = new double[hosts][hosts];
    for (int i = 0; i < hosts; i++) {
      for (int j = 0; j < i; j++) {
        times[i][j] = 20 + 180 * random.nextDouble();
        times[j][i] = times[i][j];
      }
    }
    List<String> names = IntStream.range(0, hosts).mapToObj(host -> "node" + host).toList();
    return LinkCosts.of(LatencyMatrix.of(names, times));
  }

  private static int[] randomOrder(int hosts, long seed) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, hosts).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double general(
      String collective,
      String algorithm,
      int ranks,
      Timing timing,
      LinkCosts links,
      int... order) {
    return AlgorithmPattern.of(collective, algorithm, BYTES, ranks)
        .pattern(ranks, timing)
        .cost(links, order);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 6, 8, 13})
  void a_ring_costs_what_the_formula_says_twice_round_but_for_two_hops(int ranks) {
    LinkCosts links = randomLinks(ranks, SEED + ranks);
    int[] order = randomOrder(ranks, SEED);
    long bytes = BYTES / ranks * ranks; // Blocks of one length.
    double[] hops =
        IntStream.range(0, ranks)
            .mapToDouble(
                rank ->
                    links.microseconds(
                        order[rank], order[(rank + 1) % ranks], (double) bytes / ranks))
            .toArray();
    double skipped =
        IntStream.range(0, ranks)
            .mapToDouble(rank -> hops[rank] + hops[(rank + 1) % ranks])
            .min()
            .orElseThrow();
    double formula = CostModels.ring(ranks, (double) bytes / ranks).cost(links, order);

    double general =
        AlgorithmPattern.of("allreduce", "ring", bytes, ranks)
            .pattern(ranks, Timing.CHAINS)
            .cost(links, order);

    assertThat(general).isCloseTo(2 * formula - skipped, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 16})
  void halving_doubling_costs_twice_what_the_formula_says_of_one_phase(int ranks) {
    LinkCosts links = randomLinks(ranks, SEED + ranks);
    int[] order = randomOrder(ranks, SEED);
    double formula = CostModels.halvingDoubling(ranks, (double) BYTES).cost(links, order);

    double general = general("allreduce", "halving-doubling", ranks, Timing.ROUNDS, links, order);

    assertThat(general).isCloseTo(2 * formula, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 16, 64})
  void bcube_costs_twice_what_the_formula_says_of_one_phase(int ranks) {
    LinkCosts links = randomLinks(ranks, SEED + ranks);
    int[] order = randomOrder(ranks, SEED);
    double formula = CostModels.bcube(ranks, (double) BYTES, 4).cost(links, order);

    double general = general("allreduce", "bcube,radix=4", ranks, Timing.ROUNDS, links, order);

    assertThat(general).isCloseTo(2 * formula, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 12, 31})
  void a_tree_costs_its_longest_path_from_the_root(int ranks) {
    LinkCosts links = randomLinks(ranks, SEED + ranks);
    int[] order = randomOrder(ranks, SEED);
    double[] depth = new double[ranks];
    for (int rank = 1; rank < ranks; rank++) {
      int parent = (rank - 1) / 2;
      depth[rank] = depth[parent] + links.microseconds(order[parent], order[rank], (double) BYTES);
    }
    double longest = Arrays.stream(depth).max().orElseThrow();

    for (String collective : List.of("broadcast", "reduce")) {
      assertThat(general(collective, "binary", ranks, Timing.CHAINS, links, order))
          .as(collective)
          .isCloseTo(longest, within(1e-6));
    }
  }

  @Test
  void a_message_waits_for_the_bytes_before_it_on_the_same_link() {
    LinkCosts links =
        LinkCosts.of(LatencyMatrix.of(List.of("a", "b"), new double[][] {{0, 64}, {64, 0}}));

    double cost =
        general("broadcast", "chain,segment=1M", 2, Timing.LINKS, links, new int[] {0, 1});

    double bytesAlone = links.microseconds(0, 1, (double) BYTES) - links.microseconds(0, 1, 0);
    assertThat(cost).isCloseTo(32 + bytesAlone, within(1e-6));
  }

  @Test
  void a_slow_hop_of_a_ring_delays_every_round() {
    int ranks = 8;
    double[][] times = new double[ranks][ranks];
    for (double[] row : times) {
      Arrays.fill(row, 20);
    }
    times[3][4] = 200;
    times[4][3] = 200;
    List<String> names = IntStream.range(0, ranks).mapToObj(host -> "node" + host).toList();
    LinkCosts links = LinkCosts.of(LatencyMatrix.of(names, times));
    int[] order = IntStream.range(0, ranks).toArray();

    double chains = general("allreduce", "ring", ranks, Timing.CHAINS, links, order);
    double onLinks = general("allreduce", "ring", ranks, Timing.LINKS, links, order);

    assertThat(onLinks).isGreaterThan(2 * chains);
  }

  static Stream<Algorithm> algorithms() {
    return AlgorithmRegistry.all().stream()
        .filter(algorithm -> !algorithm.kind().label().startsWith("neighbour"));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void every_algorithm_has_a_cost_that_no_order_can_be_below(Algorithm algorithm) {
    for (int ranks : new int[] {2, 3, 8, 13}) {
      LinkCosts links = randomLinks(ranks, SEED + ranks);
      int[] order = randomOrder(ranks, SEED);
      for (Timing timing : Timing.values()) {
        CommunicationPattern pattern =
            AlgorithmPattern.of(algorithm.kind().label(), algorithm.name(), BYTES, ranks)
                .pattern(ranks, timing);
        double cost = pattern.cost(links, order);
        assertThat(cost).as("%s of %d ranks", timing, ranks).isGreaterThan(10);
        assertThat(pattern.lowerBound(links)).isGreaterThan(0).isLessThanOrEqualTo(cost);
      }
    }
  }

  @Test
  void slices_between_hosts_cost_what_the_rule_that_they_give_way_to_costs() {
    int ranks = 4;
    LinkCosts links = randomLinks(ranks, SEED);
    int[] order = randomOrder(ranks, SEED);
    Choice slices = Specification.choice(CollectiveKind.ALLREDUCE, "slices,segment=1M");
    Choice flat = Specification.choice(CollectiveKind.ALLREDUCE, "tree,tree=flat");
    Choice chain = Specification.choice(CollectiveKind.ALLREDUCE, "tree,tree=chain");
    double expected = links(flat, ranks).cost(links, order);
    assertThat(links(slices.before(flat), ranks).cost(links, order)).isEqualTo(expected);
    assertThat(links(chain, ranks).cost(links, order)).isNotEqualTo(expected);
  }

  private static CommunicationPattern links(Choice choice, int ranks) {
    return new AlgorithmPattern(choice, BYTES, Layout.apart(ranks)).pattern(ranks, Timing.LINKS);
  }

  @Test
  void collectives_of_neighbours_have_no_schedule_of_their_own() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AlgorithmPattern.of("neighbour-allgather", "linear", BYTES, 4))
        .withMessageContaining("follow the graph of a communicator");
  }
}
