package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
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

  @TestFactory
  Stream<DynamicTest> every_machine_and_mapping_gives_the_result() {
    return on(placed -> placed.size() < MANY);
  }

  @TestFactory
  @Tag("slow")
  Stream<DynamicTest> and_so_it_does_for_more_ranks() {
    return on(placed -> placed.size() >= MANY);
  }

  private static Stream<DynamicTest> on(Predicate<Placed> wanted) {
    return Placed.MACHINES.stream()
        .flatMap(
            machine ->
                Stream.of(Mapping.values())
                    .map(mapping -> Placed.on(machine, sizeFor(machine, mapping), mapping)))
        .filter(wanted)
        .map(placed -> DynamicTest.dynamicTest(placed.toString(), () -> checkAllOn(placed)));
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
