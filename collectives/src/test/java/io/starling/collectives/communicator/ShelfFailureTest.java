package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.Communicator;
import io.starling.collectives.job.Worlds;
import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The operator of a reduce on shelves throws at all ranks of a group, which so has no result. */
@Timeout(120)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ShelfFailureTest {

  private static final int EACH = 2;

  /**
   * More than a lane and the results of all six groups have slots, 512 each. Otherwise the part of
   * a rank that is several groups from the one that fails may end before it hears of that.
   */
  private static final int SEGMENTS = 3600;

  @TestFactory
  Stream<DynamicTest> all_groups_of_a_node_hear_of_it() {
    Placed placed = Placed.on("package:3 core:2 pu:1", 3 * EACH, Mapping.BY_SLOT);
    return tests(
        placed,
        program -> {
          try (RankTeam team = RankTeam.placed(TestFabric.LOCAL, placed.size(), placed::layout)) {
            team.run(program);
          }
        });
  }

  /** On real hosts shelves are on one node only, in virtual time on any. */
  @TestFactory
  Stream<DynamicTest> and_all_nodes() {
    Placed placed = Placed.on("node:3 package:2 core:2 pu:1", 6 * EACH, Mapping.BY_SLOT);
    return tests(
        placed,
        program ->
            Worlds.simulated(
                new SimulatedFabric(new Nodes(placed.size(), 2 * EACH), Noise.NONE, true),
                placed::layout,
                program::accept));
  }

  /** Ranks of a node share memory, others do not. */
  private record Nodes(HockneyNetwork network, int each) implements SimulatedNetwork {

    Nodes(int size, int each) {
      this(new HockneyNetwork(size, VirtualTime.PER_MICROSECOND, 100), each);
    }

    @Override
    public int ranks() {
      return network.ranks();
    }

    @Override
    public int links() {
      return network.links();
    }

    @Override
    public LinkFigures link(int link) {
      return network.link(link);
    }

    @Override
    public int path(int from, int to, int[] path) {
      return network.path(from, to, path);
    }

    @Override
    public Protocol protocol(int from, int to) {
      boolean isNear = from / each == to / each;
      return new Protocol(256, isNear ? Protocol.Mover.COPY : Protocol.Mover.READ);
    }

    @Override
    public ProcessorFigures processor(int rank) {
      return new ProcessorFigures(100_000, 200_000, 50, 100);
    }
  }

  private static Stream<DynamicTest> tests(Placed placed, Consumer<Consumer<Communicator>> fabric) {
    return IntStream.range(0, placed.size() / EACH)
        .boxed()
        .flatMap(
            group ->
                Stream.of(0, 3)
                    .map(
                        root ->
                            DynamicTest.dynamicTest(
                                "group %d, root %d, %s".formatted(group, root, placed),
                                () -> fabric.accept(world -> fail(world, group, root)))));
  }

  private static void fail(Communicator world, int group, int root) {
    RuntimeException problem = new ArithmeticException("the operator's own");
    boolean throwsHere = world.rank() / EACH == group;
    ReductionOperator operator =
        ReductionOperator.ofLongs(
            "failing",
            true,
            (left, right) -> {
              if (throwsHere) {
                throw problem;
              }
              return left + right;
            });
    Communicator shelf = world.withAlgorithm("reduce=shelf,segment=8");
    Buffer data = Buffer.of(new long[SEGMENTS]);
    for (int run = 0; run < 2; run++) {
      long[] result = new long[SEGMENTS];
      Throwable thrown =
          catchThrowable(() -> shelf.reduce(data, Buffer.of(result), operator, root));
      if (!throwsHere || thrown != problem) {
        assertThat(thrown)
            .isInstanceOf(StarlingException.class)
            .hasMessageMatching(
                "reduce .*root rank %d.*: rank (%d|%d) failed to fold a segment.*another algorithm than shelf"
                    .formatted(root, group * EACH, group * EACH + 1));
      }
      long own = thrown == problem ? 1 : 0;
      assertThat(world.allreduce(own, ReductionOperator.SUM)).as("ranks with it").isPositive();
    }
    long[] sum = new long[1];
    Buffer one = Buffer.of(new long[] {1});
    world.withAlgorithm("reduce=chain").reduce(one, Buffer.of(sum), ReductionOperator.SUM, root);
    assertThat(sum[0]).isEqualTo(world.rank() == root ? world.size() : 0);
  }
}
