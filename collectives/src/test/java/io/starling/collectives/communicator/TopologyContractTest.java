package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.topology.layout.NodeGroups;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The algorithms that know the topology do what all algorithms must, on machines of all kinds and
 * with friendly and unfriendly mappings of ranks.
 */
class TopologyContractTest {

  private static final List<Integer> SIZES = List.of(1, 6, 11, 17);
  private static final int MANY = 11;
  private static final String FIVE_NODES = "node:5 package:1 core:2 pu:1";
  private static final int NINE = 9;

  @TestFactory
  Stream<DynamicTest> every_machine_and_mapping_gives_the_result() {
    return on(placed -> placed.size() < MANY);
  }

  @TestFactory
  @Tag("slow")
  Stream<DynamicTest> and_so_it_does_for_more_ranks() {
    return on(placed -> placed.size() >= MANY);
  }

  @TestFactory
  Stream<DynamicTest> racks_and_zones_are_levels_too() {
    NodeGroups racks = new NodeGroups(new int[0], new int[] {0, 1, 0, 1, 0});
    NodeGroups unequal = new NodeGroups(new int[0], new int[] {0, 0, 0, 0, 1});
    NodeGroups zones = new NodeGroups(new int[] {0, 1, 1, 1, 0}, new int[] {0, 1, 2, 1, 3});
    return Stream.of(racks, unequal, zones)
        .flatMap(
            groups ->
                Stream.of(Mapping.BY_SLOT, Mapping.BY_NODE, Mapping.SHUFFLED)
                    .map(mapping -> Placed.on(FIVE_NODES, NINE, mapping).in(groups)))
        .map(TopologyContractTest::test);
  }

  private static DynamicTest test(Placed placed) {
    return DynamicTest.dynamicTest(placed.toString(), () -> checkAllOn(placed));
  }

  private static Stream<DynamicTest> on(Predicate<Placed> wanted) {
    return Placed.MACHINES.stream()
        .flatMap(
            machine ->
                Stream.of(Mapping.values())
                    .map(mapping -> Placed.on(machine, sizeFor(machine, mapping), mapping)))
        .filter(wanted)
        .map(TopologyContractTest::test);
  }

  /** Another size for each combination. */
  private static int sizeFor(String machine, Mapping mapping) {
    int combination = Placed.MACHINES.indexOf(machine) + mapping.ordinal();
    return SIZES.get(combination % SIZES.size());
  }

  private static void checkAllOn(Placed placed) {
    try (RankTeam team = RankTeam.placed(TestFabric.ADVERSARIAL, placed.size(), placed::layout)) {
      List<Variant> variants =
          AlgorithmContract.variants().filter(TopologyContractTest::knowsLevels).toList();
      assertThat(variants).hasSizeGreaterThan(10);
      variants.forEach(variant -> team.run(world -> check(world, variant)));
    }
  }

  private static boolean knowsLevels(Variant variant) {
    if (variant.algorithm().name().equals("two-level")) {
      return true;
    }
    return variant.algorithm().parameters().contains(Parameter.NODE)
        && (!variant.algorithm().parameters().contains(Parameter.TREE)
            || variant.specification().contains("tree=topology"));
  }

  private static void check(Communicator world, Variant variant) {
    try {
      AlgorithmContract.check(world, variant);
    } catch (AssertionError e) {
      throw new AssertionError(variant + ": " + e.getMessage(), e);
    }
  }
}
